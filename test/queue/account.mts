import { countBy, type Evidence, type Execution } from './evidence.mts';

/** What became of some calls, in numbers. */
export interface Account {
	calls: number;
	accepted: number;
	/** Calls that the flow was started for. */
	started: number;
	/** Calls that the flow was started for, but that were not accepted. */
	startedUnaccepted: number;
	/** Starts of a call that had been started before. */
	duplicates: number;
	/** Duplicates with a start key that the flow had seen before. */
	recognised: number;
	/** Executions that say that the flow was not started. */
	saidNotStarted: number;
	/** Executions that say that the flow may have started. */
	saidUnknown: number;
	/** Executions that a worker of n8n has begun more than once. */
	runAgain: number;
	/** Executions that n8n has broken off, and how many of them had started the flow. */
	brokenOff: number;
	brokenOffStarted: number;
	/** Accepted calls that were not started, and of which n8n shows no execution. */
	vanished: number;
}

export function accountOf({ calls, starts, executions, runs }: Evidence): Account {
	const accepted = calls.filter(({ isAccepted }) => isAccepted).map(({ number }) => number);
	const started = new Set(starts.map(({ call }) => call));
	const shown = new Set(executions.map(({ call }) => call));
	const starters = new Set(starts.map(({ execution }) => execution));
	const brokenOff = executions.filter(isBrokenOff);
	const traceless = accepted.filter((call) => !started.has(call) && !shown.has(call));
	// n8n keeps no data of some that it breaks off: then it shows a failure, but not for which call.
	const nameless = brokenOff.filter(({ id, call }) => call === null && !starters.has(id));
	return {
		calls: calls.length,
		accepted: accepted.length,
		started: started.size,
		startedUnaccepted: [...started].filter((call) => !accepted.includes(call)).length,
		duplicates: starts.length - started.size,
		recognised: starts.length - new Set(starts.map(({ key }) => key)).size,
		saidNotStarted: executions.filter(saysNotStarted).length,
		saidUnknown: executions.filter(saysUnknown).length,
		runAgain: [...runs.values()].filter((count) => count > 1).length,
		brokenOff: brokenOff.length,
		brokenOffStarted: brokenOff.filter(({ id }) => starters.has(id)).length,
		vanished: Math.max(0, traceless.length - nameless.length),
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

/** Whether the node has said of an execution's start that it may have happened. */
function saysUnknown({ status, message }: Execution): boolean {
	return status === 'error' && message?.endsWith('may have started') === true;
}

/** Failed without a word of the node: n8n has ended it, or has lost it. */
export function isBrokenOff({ status, message }: Execution): boolean {
	return status !== 'success' && message === null;
}

/**
 * Where the node breaks its promise, as sentences: an execution that n8n ran once has started the
 * flow twice, or says something else of its start than the flow has seen.
 *
 * @param mayRepeat Whether the node is set to Retry Unknown: then starts with the same key count once.
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
