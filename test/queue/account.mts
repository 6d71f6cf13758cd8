import type { Call } from './calls.mts';

/** An execution as n8n has saved it. */
export interface Execution {
	id: string;
	status: string;
	/** The call that it is for. Null when n8n has kept none of its data. */
	call: number | null;
	/** What the node says of a start that failed. */
	message: string | null;
}

/** A start as the flow has seen it. */
export interface Start {
	call: number;
	execution: string;
	/** From the option Idempotency Key Field. */
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

/** What became of some calls, in numbers. */
export interface Account {
	calls: number;
	accepted: number;
	/** Calls that the flow was started for. */
	started: number;
	/** Starts of a call that had been started before. */
	duplicates: number;
	/** Duplicates with a key that the flow had seen before. */
	recognised: number;
	/** Executions that say so of their start. */
	saidNotStarted: number;
	saidUnknown: number;
	/** Executions that n8n has broken off: failed without a word of the node. */
	brokenOff: number;
	/** Executions that a worker of n8n has begun more than once. */
	runAgain: number;
}

export function accountOf({ calls, starts, executions, runs }: Evidence): Account {
	const started = new Set(starts.map(({ call }) => call));
	return {
		calls: calls.length,
		accepted: calls.filter(({ isAccepted }) => isAccepted).length,
		started: started.size,
		duplicates: starts.length - started.size,
		recognised: starts.length - new Set(starts.map(({ key }) => key)).size,
		saidNotStarted: executions.filter(saysNotStarted).length,
		saidUnknown: executions.filter(({ message }) => message?.endsWith('may have started')).length,
		brokenOff: executions.filter(({ status, message }) => status !== 'success' && message === null)
			.length,
		runAgain: [...runs.values()].filter((count) => count > 1).length,
	};
}

/** Accepted calls whose flow was not started. */
export function lostOf({ calls, starts }: Evidence): number {
	const started = new Set(starts.map(({ call }) => call));
	return calls.filter(({ number, isAccepted }) => isAccepted && !started.has(number)).length;
}

/** Whether the node has said of an execution's start that it certainly did not happen. */
export function saysNotStarted({ status, message }: Execution): boolean {
	return status === 'error' && message?.endsWith('was not started') === true;
}

/**
 * Where the node breaks its promise, as sentences: an execution that n8n ran once has started the
 * flow twice, or says something else of its start than the flow has seen.
 *
 * @param mayRepeat Whether uncertain starts are retried: then starts with the same key count once.
 */
export function brokenPromises(
	{ executions, runs, starts }: Evidence,
	{ mayRepeat = false } = {},
): string[] {
	const counted = mayRepeat
		? [...new Map(starts.map((start) => [start.key, start])).values()]
		: starts;
	const startsOf = countBy(counted, ({ execution }) => execution);
	return executions.flatMap((execution) => {
		const seen = startsOf.get(execution.id) ?? 0;
		const begun = runs.get(execution.id) ?? 0;
		const who = `execution ${execution.id} (call ${execution.call})`;
		const many = `has started the flow ${seen} times`;
		if (seen > begun) return [`${who} ${many}, and n8n has begun it ${begun} times`];
		if (execution.status === 'success' && seen === 0) return [`${who} is a success and ${many}`];
		if (saysNotStarted(execution) && seen > 0) return [`${who} says it was not, and ${many}`];
		return [];
	});
}

export function countBy<T, Key>(values: T[], keyOf: (value: T) => Key): Map<Key, number> {
	const counts = new Map<Key, number>();
	for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
	return counts;
}
