import type { Account } from './account.mts';

/** One part of the test in the table. */
export interface Column {
	title: string;
	/** Before a person has done anything. */
	account: Account;
	/** Accepted calls whose flow was not started, also after Retry of those that say so. */
	lost: number;
}

const ROWS: Array<[title: string, figure: (column: Column) => number]> = [
	['Calls', ({ account }) => account.calls],
	['Accepted by n8n', ({ account }) => account.accepted],
	['Flow started', ({ account }) => account.started],
	['Starts beyond the first of a call', ({ account }) => account.duplicates],
	['… that the flow recognises by the key', ({ account }) => account.recognised],
	['The node says "was not started"', ({ account }) => account.saidNotStarted],
	['The node says "may have started"', ({ account }) => account.saidUnknown],
	['n8n has broken off the execution', ({ account }) => account.brokenOff],
	['n8n has run the execution again', ({ account }) => account.runAgain],
	['Not started, also after Retry', ({ lost }) => lost],
];

/** The figures as a table in Markdown, as docs/production-and-queue-mode.md shows it. */
export function toTable(columns: Column[]): string {
	const rows = [
		['', ...columns.map(({ title }) => title)],
		['---', ...columns.map(() => '---:')],
		...ROWS.map(([title, figure]) => [
			title,
			...columns.map((column) => figure(column).toLocaleString('en')),
		]),
	];
	return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
