/** Why a mutant that no test kills is left as it is. */
export interface Reason {
	/** Below `nodes/TriggerFlow/rules`. */
	path: string;
	/** A part of the line that the mutant begins on, or of the text that it replaces. */
	code: string;
	/** Stryker's name for the kind of mutant; any when left out. */
	mutator?: string;
	/** The text that it puts in place of the original; any when left out. */
	becomes?: string;
	reason: string;
}

/** For texts for people: a test asks for what they tell, and leaves the words to whoever writes. */
export const WORDING = 'wording';

export const REASONS: Reason[] = [];
