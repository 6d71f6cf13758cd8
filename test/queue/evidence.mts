import type { Call } from './calls.mts';

/** An execution as n8n has saved it. */
export interface Execution {
	id: string;
	status: string;
	/** The execution that this one is a "Retry" of. */
	retryOf: string | null;
	/** The call that it is for. Null when n8n has kept none of its data. */
	call: number | null;
	/** What the node says of a start that failed. */
	message: string | null;
}

/** A start as the flow has seen it. */
export interface Start {
	call: number;
	execution: string;
	/** From the option Start Key Field. */
	key: string;
}

/** What all sides say of the same calls: who made them, n8n's database, n8n's workers, the flow. */
export interface Evidence {
	calls: Call[];
	executions: Execution[];
	/** How often a worker has begun each execution. */
	runs: Map<string, number>;
	starts: Start[];
}

export function countBy<T, Key>(values: T[], keyOf: (value: T) => Key): Map<Key, number> {
	const counts = new Map<Key, number>();
	for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
	return counts;
}
