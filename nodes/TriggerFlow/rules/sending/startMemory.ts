import { createHash } from 'node:crypto';

import type { HttpAnswer } from '../answer/httpAnswer';
import type { Failure } from '../errors/failure';
import { maskBytes, maskJson } from '../errors/mask';
import type { StartResult } from '../outcome/attempt';
import { isSafeToRetry } from './retryPolicy';
import type { PlannedStart } from './startAll';
import type { PreparedStart, ReadyStart } from './startFlow';

/**
 * The starts of a run that must not be made again: those that were answered and those that may
 * have happened. Plain JSON, because n8n saves it with a failed execution; by item index.
 */
export type StartMemory = Record<string, RememberedStart>;

interface RememberedStart {
	/** Tells whether it is still the same start: see `isSame`. */
	digest: string;
	/** Missing where `Origin.sourceOf` could not tell it. */
	source?: string;
	attempts: number;
	/** The answer of a start that was answered, without the access token; the body in base64. */
	answer?: Omit<HttpAnswer, 'body'> & { body: string };
}

/** Where a run's starts come from, to tell a start that is tried again from a new one. */
export interface Origin {
	/** Whether this is a further try within the same execution: nothing can have been changed. */
	isSameExecution: boolean;
	/**
	 * What an item's start is made of, as it is written: the node's parameters and the input item;
	 * `undefined` where that cannot be told.
	 */
	sourceOf: (index: number) => string | undefined;
}

/**
 * The starts of a run with what an earlier try of it has come to. A start that was answered keeps
 * its answer; one that may have happened is only sent again with `retryUnknown`; one that has been
 * changed since is a new start.
 */
export function withMemory(
	starts: readonly PreparedStart[],
	memory: StartMemory,
	origin: Origin,
): PlannedStart[] {
	return starts.map((prepared, index): PlannedStart => {
		const remembered = memory[index];
		if (remembered === undefined || !isReady(prepared)) return prepared;
		if (!isSame(remembered, prepared, index, origin)) return prepared;
		const { attempts, answer } = remembered;
		if (answer !== undefined) {
			return {
				earlier: { attempts, answer: { ...answer, body: Buffer.from(answer.body, 'base64') } },
			};
		}
		const doubt = { attempts, failure: MAY_HAVE_STARTED };
		return isSafeToRetry('unknown', prepared.options) ? { ...prepared, doubt } : { earlier: doubt };
	});
}

/**
 * What has to be remembered of a run, by the results of its starts, beside what was remembered
 * before: an item that could not be prepared this time may have been started by an earlier try.
 */
export function memoryOf(
	starts: readonly PreparedStart[],
	results: ReadonlyArray<StartResult | undefined>,
	{ sourceOf }: Origin,
	before: StartMemory = {},
): StartMemory {
	const memory: StartMemory = { ...before };
	for (const [index, result] of results.entries()) {
		const prepared = starts[index];
		if (result === undefined || prepared === undefined || !isReady(prepared)) continue;
		const isAnswered = 'answer' in result;
		if (!isAnswered && result.failure.outcome !== 'unknown') continue;
		const source = sourceOf(index);
		memory[index] = {
			digest: digestOf(prepared),
			...(source === undefined ? {} : { source: sha256(source) }),
			attempts: result.attempts,
			...(isAnswered ? { answer: storable(result.answer, prepared.credential.accessToken) } : {}),
		};
	}
	return memory;
}

/**
 * Whether a start is the one that is remembered. What it sends may differ from try to try (a
 * context with the time in it), and what it is made of may differ and give the same (a mended
 * slug elsewhere in the parameters): it is a new start only when both have changed.
 */
function isSame(
	remembered: RememberedStart,
	ready: ReadyStart,
	index: number,
	{ isSameExecution, sourceOf }: Origin,
): boolean {
	if (isSameExecution || remembered.digest === digestOf(ready)) return true;
	const source = sourceOf(index);
	return source !== undefined && remembered.source === sha256(source);
}

/** URL, slug and context: what makes a start this start. */
function digestOf({ start, credential }: ReadyStart): string {
	return sha256(JSON.stringify([credential.baseUrl, start.slug, start.context]));
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

function isReady(prepared: PreparedStart): prepared is ReadyStart {
	return 'start' in prepared;
}

function storable({ body, headers, ...rest }: HttpAnswer, accessToken: string) {
	return {
		...rest,
		headers: maskJson(headers, accessToken),
		body: maskBytes(body, accessToken).toString('base64'),
	};
}

const MAY_HAVE_STARTED: Failure = {
	outcome: 'unknown',
	message: 'The flow may have started in an earlier try of this run, so it was not sent again',
	description:
		'Look in the integration platform whether the flow has run. If it has not, run the workflow anew; if the flow is safe to start twice, turn on the option Retry Unknown.',
};
