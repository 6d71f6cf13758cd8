import { table } from '../../tools/docs/table.mts';

/** All runs with one kind of service. */
export interface WindowRow {
	kind: string;
	runs: number;
	/** Of each run. */
	items: number;
	/** The time of a run by that of the ideal: in half of the runs, in 19 of 20, and in all at most. */
	median: number;
	nineteenOf20: number;
	worst: number;
	/** The most requests in flight in any of them. */
	most: number;
}

/** As Markdown. */
export function windowTable(rows: WindowRow[]): string {
	const runs = rows.reduce((sum, row) => sum + row.runs, 0).toLocaleString('en');
	return [
		`${runs} runs, ${rows[0]?.runs} of each kind, with ${rows[0]?.items.toLocaleString('en')} items each.`,
		table(
			['the service', 'half of the runs', '19 of 20', 'all', 'most in flight'],
			rows.map(({ kind, median, nineteenOf20, worst, most }) => [
				kind,
				...[median, nineteenOf20, worst].map((distance) => `≤ ${distance.toFixed(2)}`),
				String(most),
			]),
		),
	].join('\n\n');
}
