/** One word of a command line, its quotes and escapes resolved. */
export interface Word {
	text: string;
	/** Whether a shell would put something else in place of a part of it, such as `$NAME`. */
	expands: boolean;
}

/** The words of one command. */
export interface Words {
	words: Word[];
	/** Where the command ends in the text. */
	end: number;
	/** Whether a quote was opened that nothing closes. */
	isUnclosed: boolean;
	/** Whether it was given up because no request has so many words and quotes. */
	isEndless: boolean;
	/** The command line that its line ends and quotes belong to, where they tell. */
	looksLike?: 'cmd' | 'powerShell';
}

export interface Shell {
	isPowerShell: boolean;
	/** Whether the next backtick outside of quotes ends the command. */
	isInBackticks: boolean;
}

/** No request has more words than this. */
export const MOST_WORDS = 5_000;
