import { toContextJson } from '../../../nodes/StartFlow/context/contextJson';
import type { FlowCredential } from '../../../nodes/StartFlow/credential/flowCredential';
import type { Attempt, HttpRequest, SendRequest } from '../../../nodes/StartFlow/http/attempt';
import { computeFingerprint } from '../../../nodes/StartFlow/shared/fingerprint';
import { readOptions, type NodeOptions } from '../../../nodes/StartFlow/options/readOptions';
import { sendAll, type SendAllOptions } from '../../../nodes/StartFlow/send/sendAll';
import { WindowMemory } from '../../../nodes/StartFlow/send/windowMemory';
import type { ItemStart, ReadyStart, RunResult } from '../../../nodes/StartFlow/start/itemStart';
import { transportError } from '../outcome/transportErrors.mts';
import type { VirtualClock } from './virtualClock.mts';

export const CREDENTIAL: FlowCredential = {
	environment: 'QA',
	baseUrl: 'https://flows.example.com/start',
	accessToken: 'secret-token-123',
	flows: [],
};

/** The node's defaults. */
export const OPTIONS = readOptions({});

let sourceCount = 0;

export const ready = (
	slug: string,
	context: unknown = {},
	options: Partial<NodeOptions> = {},
): ReadyStart => {
	const contextJson = toContextJson(context);
	const number = sourceCount++;
	return {
		kind: 'ready',
		slug,
		contextJson,
		identityJson: contextJson,
		// Each start has another source, as after Retry in a corrected workflow. Only its context shows that it is the same.
		computeSourceHash: () => computeFingerprint(`source ${number}`),
		credential: CREDENTIAL,
		options: { ...OPTIONS, ...options },
	};
};

/** Starts with the slugs `0`, `1`, `2` and so on. */
export const manyReady = (count: number, options: Partial<NodeOptions> = {}): ReadyStart[] =>
	Array.from({ length: count }, (_, index) => ready(String(index), {}, options));

/** A request as the service sees it. */
export interface Arrival {
	slug: string;
	/** When it arrived, in ms from the beginning of the clock. */
	at: number;
	/** How often this start has been sent, from 1. */
	attempt: number;
	/** How many requests are in the service, this one included. */
	inFlight: number;
	/** How many requests came before this one. */
	number: number;
	request: HttpRequest;
	accessToken: string;
	/** When the answer left, and the number of the last request that had arrived by then. */
	left?: { at: number; number: number };
}

/** What the service does with a request. */
export interface Reaction {
	/** How long until the sender gets the answer, in ms. */
	latency: number;
	/** Whether the flow is started, whatever the answer says. */
	isStarted: boolean;
	attempt: Attempt;
}

export const answered = (
	statusCode: number,
	body = '',
	headers: Record<string, string> = {},
): Attempt => ({ answer: { statusCode, headers, body: Buffer.from(body) } });

export const broken = (code: string): Attempt => ({
	error: transportError(code, `it broke: ${code}`),
});

export const withRetryAfter = (statusCode: number, retryAfter?: string): Attempt =>
	answered(statusCode, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** The answer that belongs to one start and to no other. */
export const bodyFor = (slug: string) => `{"started":"${slug}"}`;

const reaction = (attempt: Attempt, isStarted: boolean, latency: number): Reaction => ({
	attempt,
	isStarted,
	latency,
});

export const reactions = {
	starts: (slug: string, latency = 10) => reaction(answered(200, bodyFor(slug)), true, latency),
	refuses: (latency = 10) => reaction(broken('ECONNREFUSED'), false, latency),
	rejects: (status = 401, latency = 10) => reaction(answered(status), false, latency),
	tooMany: (retryAfter?: string, latency = 10) =>
		reaction(withRetryAfter(429, retryAfter), false, latency),
	unavailable: (retryAfter: string, latency = 10) =>
		reaction(withRetryAfter(503, retryAfter), false, latency),
	fails: (status = 500, latency = 10) => reaction(answered(status), true, latency),
	resets: (latency = 10) => reaction(broken('ECONNRESET'), true, latency),
	timesOut: (latency = 300_000) => reaction(broken('ETIMEDOUT'), true, latency),
};

/** The flow service, on a virtual clock. It records every start. */
export class ModelService {
	/** Every request, in the order of arrival. */
	readonly arrivals: Arrival[] = [];

	/** The slug of every flow that it started, once for each start. */
	readonly started: string[] = [];

	inFlight = 0;

	mostInFlight = 0;

	private readonly cancels = new Set<() => void>();

	/** @param react Decides what happens to a request when it arrives. */
	constructor(
		private readonly clock: VirtualClock,
		private readonly react: (arrival: Arrival) => Reaction,
	) {}

	/**
	 * Ends requests in flight when `signal` aborts, as n8n's HTTP helper does. The service still continues
	 * with the requests that it has read by then.
	 */
	cancelOn(signal: AbortSignal): this {
		signal.addEventListener('abort', () => {
			for (const cancel of this.cancels) cancel();
		});
		return this;
	}

	readonly send: SendRequest = async (request, accessToken) => {
		const { slug } = JSON.parse(request.body) as { slug: string };
		this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
		const attempt = this.timesOf(slug).length + 1;
		const { inFlight, arrivals, clock } = this;
		const place = { at: clock.elapsed, number: arrivals.length, inFlight };
		const arrival: Arrival = { slug, attempt, request, accessToken, ...place };
		arrivals.push(arrival);

		const { isStarted, latency, attempt: result } = this.react(arrival);
		if (isStarted) clock.in(Math.floor(latency / 2), () => this.started.push(slug));
		return await new Promise<Attempt>((resolve) => {
			const answer = (attemptResult: Attempt) => {
				if (!this.cancels.delete(cancel)) return;
				arrival.left = { at: clock.elapsed, number: arrivals.length - 1 };
				this.inFlight--;
				resolve(attemptResult);
			};
			const cancel = () => answer(broken('ERR_CANCELED'));
			this.cancels.add(cancel);
			clock.in(latency, () => answer(result));
		});
	};

	/** When requests arrived, by slug. */
	timesOf(slug: string): number[] {
		return this.arrivals.filter((arrival) => arrival.slug === slug).map(({ at }) => at);
	}
}

/** The node's defaults, on a virtual clock. The jitter is always half of its maximum. */
export const optionsFor = (
	clock: VirtualClock,
	service: ModelService,
	changes: Partial<SendAllOptions> = {},
): SendAllOptions => ({
	send: service.send,
	concurrency: OPTIONS.concurrency,
	stopOnFailure: false,
	isRetry: false,
	windows: new WindowMemory(),
	signal: undefined,
	wait: clock.wait,
	now: clock.now,
	random: () => 0.5,
	...changes,
});

/** Runs starts to their end. */
export const runAll = async (
	clock: VirtualClock,
	service: ModelService,
	starts: readonly ItemStart[],
	changes: Partial<SendAllOptions> = {},
): Promise<RunResult> => await clock.run(sendAll(starts, optionsFor(clock, service, changes)));

/** The result of each start: its answer's body, an outcome, or `not tried`, and its attempts. */
export const summaryOf = ({ starts }: RunResult): string[] =>
	starts.map((start) => {
		if (start.kind === 'ready') return 'not tried';
		if (start.kind === 'failed') return `${start.failure.outcome}, ${start.attempts}`;
		return `${start.answer.body.toString()}, ${start.attempts}`;
	});

/** The entry of an answered start in a summary. */
export const startedAs = (slug: string, attempts = 1) => `${bodyFor(slug)}, ${attempts}`;
