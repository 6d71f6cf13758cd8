import type { Cell, Observed } from './observe.mts';
import type { Route, Said, Size } from './ways.mts';

/** One row of the report: what was seen of one way, where it was the same. */
export interface Row {
	moment: string;
	way: string;
	over: Route[];
	sizes: Size[];
	says: Said;
	attempts: number;
	/** How often the service had read the whole request. */
	read: number;
	/** The versions of Node. */
	nodes: string[];
}

/** What was seen on one Node, one row for each cell. */
export function rowsOf(observed: Map<Cell, Observed>): Row[] {
	return [...observed].map(([{ moment, way, route, size }, { says, attempts, read }]) => ({
		moment: moment.title,
		way: way.title,
		over: [route],
		sizes: [size],
		says,
		attempts,
		read,
		nodes: [process.versions.node],
	}));
}

/** Rows that differ in one thing only become one: first by size, then by Node, then by route. */
export function merged(rows: Row[]): Row[] {
	return (['sizes', 'nodes', 'over'] as const).reduce((left, by) => mergedBy(left, by), rows);
}

function mergedBy(rows: Row[], by: 'sizes' | 'nodes' | 'over'): Row[] {
	const groups = new Map<string, Row>();
	for (const row of rows) {
		const key = JSON.stringify({ ...row, [by]: undefined });
		const same = groups.get(key);
		const values = [...new Set([...(same?.[by] ?? []), ...row[by]])];
		groups.set(key, { ...row, [by]: values });
	}
	return [...groups.values()];
}
