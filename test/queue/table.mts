import type { Account } from './account.mts';

/** One part of the test in the table. */
export interface Column {
	title: string;
	/** Before a person has done anything. */
	account: Account;
	/** Accepted calls whose flow was not started, also after Retry of all that had failed. */
	lost: number;
}

const ROWS: Array<[title: string, figure: (column: Column) => number]> = [
	['Calls', ({ account }) => account.calls],
	['Accepted by n8n', ({ account }) => account.accepted],
	['Flow started', ({ account }) => account.started],
	['Starts beyond the first of a call', ({ account }) => account.duplicates],
	['… that the flow recognises by the start key', ({ account }) => account.recognised],
	['The node says "was not started"', ({ account }) => account.saidNotStarted],
	['The node says "may have started"', ({ account }) => account.saidUnknown],
	['n8n has broken off the execution', ({ account }) => account.brokenOff],
	['… and its flow had been started', ({ account }) => account.brokenOffStarted],
	['n8n has run the execution again by itself', ({ account }) => account.runAgain],
	['n8n has accepted the call, and shows nothing of it', ({ account }) => account.vanished],
	[
		'n8n has not accepted the call, and started its flow',
		({ account }) => account.startedUnaccepted,
	],
	['Lost, also after Retry of all that failed', ({ lost }) => lost],
];

/** The figures as a table in Markdown, as docs/queue-mode.md shows it. */
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
