import type { HttpAnswer } from '../answer/httpAnswer';
import { fingerprint } from '../context/fingerprint';
import type { Failure } from '../errors/failure';
import { maskBytes, maskJson } from '../errors/mask';
import type { StartResult } from '../outcome/attempt';
import { isSafeToRetry } from './retryPolicy';
import type { PlannedStart } from './startAll';
import type { PreparedStart, ReadyStart } from './startFlow';

/**
 * The starts of a run that must not be made again: by item index all that were ever answered or may
 * have happened, the newest first. Plain JSON, because n8n saves it with a failed execution.
 */
export type StartMemory = Record<string, RememberedStart[]>;

interface RememberedStart extends StartIdentity {
	attempts: number;
	/**
	 * The answer of a start that was answered, without the access token; the body in base64. Missing
	 * where the start may have happened.
	 */
	answer?: Omit<HttpAnswer, 'body'> & { body: string };
}

/** By what a start is known again, each of them as a fingerprint. */
interface StartIdentity {
	/** Address and slug, as they come out. */
	target: string;
	/** The context, its start key aside. */
	content: string;
	/** What the context is made of. */
	source: string;
}

/**
 * The starts of a run with what earlier tries of it have come to. A start that was answered keeps
 * its answer; one that may have happened is only sent again with `retryUnknown`.
 */
export function withMemory(starts: readonly PreparedStart[], memory: StartMemory): PlannedStart[] {
	return starts.map((prepared, index): PlannedStart => {
		const remembered = memory[index];
		if (remembered === undefined || !isReady(prepared)) return prepared;
		const identity = identityOf(prepared);
		const tries = remembered.filter((one) => isSame(one, identity));
		const { attempts, answer } = tries.find((one) => one.answer !== undefined) ?? tries[0] ?? {};
		if (attempts === undefined) return prepared;
		if (answer !== undefined) {
			return {
				earlier: { attempts, answer: { ...answer, body: Buffer.from(answer.body, 'base64') } },
			};
		}
		const doubt = { attempts, failure: MAY_HAVE_STARTED };
		return isSafeToRetry('unknown', prepared.options) ? { ...prepared, doubt } : { earlier: doubt };
	});
}

/** What has to be remembered of a run: what was remembered before it, and what it has started. */
export function memoryOf(
	starts: readonly PlannedStart[],
	results: ReadonlyArray<StartResult | undefined>,
	before: StartMemory,
): StartMemory {
	const memory: StartMemory = { ...before };
	for (const [index, result] of results.entries()) {
		const planned = starts[index];
		if (result === undefined || planned === undefined || !isReady(planned)) continue;
		if ('failure' in result && result.failure.outcome !== 'unknown') continue;
		const identity = identityOf(planned);
		const others = (before[index] ?? []).filter((one) => !isEqual(one, identity));
		const answer = 'answer' in result ? storable(result.answer, planned) : {};
		memory[index] = [{ ...identity, attempts: result.attempts, ...answer }, ...others];
	}
	return memory;
}

/**
 * Whether two starts of an item are the same one. What is sent may differ from try to try (the time
 * in the context), and what it is made of may differ and give the same (a mended parameter): it is a
 * new start when both have changed, and always at another address or of another flow.
 */
function isSame(one: StartIdentity, other: StartIdentity): boolean {
	return (
		one.target === other.target && (one.content === other.content || one.source === other.source)
	);
}

function isEqual(one: StartIdentity, other: StartIdentity): boolean {
	return (
		one.target === other.target && one.content === other.content && one.source === other.source
	);
}

function identityOf({ start, content, source, credential }: ReadyStart): StartIdentity {
	return {
		target: fingerprint([new URL(credential.baseUrl).href, start.slug]),
		content: fingerprint(JSON.parse(content)),
		source: fingerprint(source),
	};
}

function isReady<T extends object>(prepared: T): prepared is Extract<T, ReadyStart> {
	return 'start' in prepared;
}

function storable(
	{ body, headers, ...rest }: HttpAnswer,
	{ credential: { accessToken } }: ReadyStart,
): Pick<RememberedStart, 'answer'> {
	try {
		const text = maskBytes(body, accessToken).toString('base64');
		return { answer: { ...rest, headers: maskJson(headers, accessToken), body: text } };
	} catch {
		// Longer than any text can be. Without its answer the start is not made again either.
		return {};
	}
}

const MAY_HAVE_STARTED: Failure = {
	outcome: 'unknown',
	message: 'The flow may have started in an earlier try of this run, so it was not sent again',
	description:
		'Look in the integration platform whether the flow has run. If it has not, start it in a new run with this item alone; if the flow is safe to start twice, turn on the option Retry Unknown and press Retry. To go on without it, set On Error to Continue and press Retry.',
};
