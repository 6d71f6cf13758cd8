/**
 * A story: one execution, and what a person does with it until it is green. Plain data, so that
 * fast-check finds the smallest one that goes wrong, and a person can read it.
 */
import type { Answer, CONTEXTS, CREDENTIALS, OptionValue, SLUGS } from './choices.mts';

/** The workflow, as a person has it at one moment. */
export interface Setup {
	slug: keyof typeof SLUGS;
	context: keyof typeof CONTEXTS;
	credential: keyof typeof CREDENTIALS;
	/** The options as they are written. */
	options: Record<string, OptionValue['written']>;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** More than one turns on Retry On Fail. */
	maxTries: 1 | 2 | 3;
	/** Whether the node was replaced by another one of the same name. */
	node: 'first' | 'replaced';
}

/** The changes inside of the credential `qa`. They also affect previous executions. */
export interface InCredential {
	place: 'qa' | 'qaMoved';
	token: 'old' | 'new';
}

export type Edit = Partial<Setup> & {
	inCredential?: Partial<InCredential>;
	/** Undoes the last edit of the workflow. */
	undo?: true;
};

export interface Step {
	edits: Edit[];
	retry: 'original' | 'current';
	/** 0 is the newest execution, 1 the one before it, … Only a failed one can be retried. */
	of: number;
}

export interface Story {
	/** How the service answers each item's requests, one after another. Later ones succeed. */
	items: Array<{ isLikeTheOneBefore: boolean; answers: Answer[] }>;
	/** How many items a round of the loop has. Without a loop, it has all of them. */
	loopOver: number | undefined;
	first: Setup;
	steps: Step[];
}

/** The items as they reach the node. Equal items share their answers, too. */
export function itemsOf({ items }: Story) {
	const numbers: number[] = [];
	for (const [index, { isLikeTheOneBefore }] of items.entries()) {
		numbers.push(isLikeTheOneBefore ? (numbers.at(-1) ?? index) : index);
	}
	return numbers.map((n) => ({
		n,
		order: `order-${n}`,
		answers: items.flatMap(({ answers }, index) => (numbers[index] === n ? answers : [])),
		more: { a: 1, b: [{ c: 1, d: 2 }] },
	}));
}
