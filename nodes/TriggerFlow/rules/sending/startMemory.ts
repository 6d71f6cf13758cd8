import { createHash } from 'node:crypto';

import type { Failure } from '../errors/failure';
import { maskBytes, maskJson } from '../errors/mask';
import type { HttpAnswer, StartResult } from './attempt';
import { isSafeToRetry, type RetryPolicy } from './retryPolicy';
import type { PlannedStart } from './startAll';
import type { PreparedStart, ReadyStart } from './startFlow';

/**
 * The starts of a run that must not be made again: those that were answered and those that may
 * have happened. Plain JSON, because n8n saves it with a failed execution; by item index.
 */
export type StartMemory = Record<string, RememberedStart>;

interface RememberedStart {
	/** Tells whether it is still the same start: see `digestOf`. */
	digest: string;
	attempts: number;
	/** The answer of a start that was answered, without the access token; the body in base64. */
	answer?: Omit<HttpAnswer, 'body'> & { body: string };
}

/**
 * The starts of a run with what an earlier try of it has come to. A start that was answered keeps
 * its answer; one that may have happened is only sent again with `retryUnknown`; one that has been
 * changed since is a new start.
 */
export function withMemory(
	starts: readonly PreparedStart[],
	memory: StartMemory,
	policy: RetryPolicy,
): PlannedStart[] {
	return starts.map((prepared, index) => {
		const remembered = memory[index];
		if (remembered === undefined || !isReady(prepared)) return prepared;
		if (remembered.digest !== digestOf(prepared)) return prepared;
		if (remembered.answer !== undefined)
			return { earlier: answered(remembered, remembered.answer) };
		return isSafeToRetry('unknown', policy)
			? prepared
			: { earlier: { attempts: remembered.attempts, failure: MAY_HAVE_STARTED } };
	});
}

/** What has to be remembered of a run, by the results of its starts. */
export function memoryOf(
	starts: readonly PreparedStart[],
	results: ReadonlyArray<StartResult | undefined>,
): StartMemory {
	const memory: StartMemory = {};
	for (const [index, result] of results.entries()) {
		const prepared = starts[index];
		if (result === undefined || prepared === undefined || !isReady(prepared)) continue;
		const digest = digestOf(prepared);
		const { attempts } = result;
		if ('answer' in result) {
			const answer = storable(result.answer, prepared.credential.accessToken);
			memory[index] = { digest, attempts, answer };
		} else if (result.failure.outcome === 'unknown') {
			memory[index] = { digest, attempts };
		}
	}
	return memory;
}

/** SHA-256 over what makes a start this start: URL, slug and context. */
function digestOf({ start, credential }: ReadyStart): string {
	const parts = JSON.stringify([credential.baseUrl, start.slug, start.context]);
	return createHash('sha256').update(parts).digest('hex');
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

function answered(
	{ attempts }: RememberedStart,
	{ body, ...answer }: NonNullable<RememberedStart['answer']>,
): StartResult {
	return { attempts, answer: { ...answer, body: Buffer.from(body, 'base64') } };
}

const MAY_HAVE_STARTED: Failure = {
	outcome: 'unknown',
	message: 'The flow may have started in an earlier try of this run, so it was not sent again',
	description:
		'Look in the integration platform whether the flow has run. If it has not, run the workflow anew; if the flow is safe to start twice, turn on the option Retry Unknown.',
};
