import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { FlowCredential } from '../../../nodes/StartFlow/credential/flowCredential';
import type { Attempt, SendRequest } from '../../../nodes/StartFlow/http/attempt';
import type { TransportError } from '../../../nodes/StartFlow/n8n/transportError';
import { createIdentity } from '../../../nodes/StartFlow/memory/savedMemory';
import { parseOptions, type NodeOptions } from '../../../nodes/StartFlow/options';
import { sendAll, type SendAllOptions } from '../../../nodes/StartFlow/send/sendAll';
import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import type {
	RecalledStart,
	ReadyStart,
	RunResult,
} from '../../../nodes/StartFlow/start/itemStart';
import type { VirtualClock } from './virtualClock.mts';

export const CREDENTIAL: FlowCredential = {
	environment: 'qa',
	baseUrl: 'https://flows.example.com/start',
	accessToken: 'secret-token-123',
	examples: new Map(),
};

/** The node's defaults. */
export const OPTIONS = parseOptions({});

let sourceCount = 0;

export const ready = (
	slug: string,
	context: unknown = {},
	options: Partial<NodeOptions> = {},
): ReadyStart => {
	const contextJson = JSON.stringify(context);
	const number = sourceCount++;
	return {
		kind: 'ready',
		slug,
		shownSlug: declareMasked(slug),
		environment: CREDENTIAL.environment,
		findLabel: () => declareMasked(''),
		contextJson,
		missingFields: declareMasked([]),
		identify: () =>
			// Each start has another source, as after Retry in a corrected workflow. Only its context shows that it is the same.
			createIdentity({ baseUrl: CREDENTIAL.baseUrl, slug }, context, [number]),
		credential: CREDENTIAL,
		options: { ...OPTIONS, ...options },
	};
};

/** Starts of one flow, whose rows are `0`, `1`, `2` and so on. */
export const manyReady = (count: number, options: Partial<NodeOptions> = {}): ReadyStart[] =>
	Array.from({ length: count }, (_, index) => ready('flow', { row: String(index) }, options));

/** A request as the service sees it. */
export interface Arrival {
	/** The row in its context, or else its slug. */
	slug: string;
	/** Its slug. */
	flow: string;
	token: string;
	/** When it arrived, in ms from the beginning of the clock. */
	at: number;
	/** How often this start has been sent, from 1. */
	attempt: number;
	/** How many requests came before this one. */
	number: number;
}

/** What the service does with a request. */
export interface Reaction {
	/** How long until the sender gets the answer, in ms. */
	latency: number;
	/** Whether the flow is started, whatever the answer says. */
	isStarted: boolean;
	attempt: Attempt;
}

export const answered = (statusCode: number, body = '', headers: Record<string, string> = {}) => ({
	kind: 'answer' as const,
	answer: declareMasked({ statusCode, headers, body: Buffer.from(body) }),
});

const SYSCALLS: Record<string, string> = {
	ENOTFOUND: 'getaddrinfo',
	ECONNREFUSED: 'connect',
	EPROTO: 'write',
	ECONNRESET: 'read',
};

/** A transport error as Node makes it: a code and its system call. Only EPROTO comes before TLS is set up. */
export function transportError(code: string | undefined, message = 'it broke'): TransportError {
	return { code, syscall: SYSCALLS[code ?? ''], isHandshaking: code === 'EPROTO', message };
}

export const broken = (code: string) => ({
	kind: 'error' as const,
	error: declareMasked(transportError(code, `it broke: ${code}`)),
});

export const withRetryAfter = (statusCode: number, retryAfter?: string) =>
	answered(statusCode, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** The answer that belongs to one start and to no other. */
export const bodyFor = (slug: string) => `{"started":"${slug}"}`;

export const reaction = (attempt: Attempt, isStarted = false, latency = 0): Reaction => ({
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

	/** How often each start has been sent. */
	private readonly attemptCounts = new Map<string, number>();

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

	readonly send: SendRequest = async (request, token) => {
		const body = JSON.parse(request.body) as { slug: string; context: { row?: string } };
		const slug = body.context.row ?? body.slug;
		const { arrivals, clock } = this;
		const attempt = (this.attemptCounts.get(slug) ?? 0) + 1;
		this.attemptCounts.set(slug, attempt);
		const [flow, at, number] = [body.slug, clock.elapsed, arrivals.length];
		const arrival = { slug, flow, token, attempt, at, number };
		arrivals.push(arrival);

		const { isStarted, latency, attempt: result } = this.react(arrival);
		if (isStarted) clock.in(Math.floor(latency / 2), () => this.started.push(slug));
		return await new Promise<Attempt>((resolve) => {
			const answer = (attemptResult: Attempt) => {
				if (this.cancels.delete(cancel)) resolve(attemptResult);
			};
			const cancel = () => answer(broken('ERR_CANCELED'));
			this.cancels.add(cancel);
			clock.in(latency, () => answer(result));
		});
	};
}

/** The node's defaults, on a virtual clock. */
export const optionsFor = (
	clock: VirtualClock,
	service: ModelService,
	changes: Partial<SendAllOptions> = {},
): SendAllOptions => ({
	send: service.send,
	concurrency: OPTIONS.concurrency,
	stopOnFailure: false,
	services: new KnownServices(clock),
	clock,
	timeZone: 'UTC',
	signal: undefined,
	logFault: () => {},
	...changes,
});

/** Runs starts to their end. */
export const runAll = async (
	clock: VirtualClock,
	service: ModelService,
	starts: readonly RecalledStart[],
	changes: Partial<SendAllOptions> = {},
): Promise<RunResult> => await clock.run(sendAll(starts, optionsFor(clock, service, changes)));

/** The result of each start: its answer's body, an outcome, or `not tried`, and its attempts. */
export const summaryOf = ({ starts }: RunResult): string[] =>
	starts.map((start) => {
		if (start.kind === 'untried') return 'not tried';
		if (start.kind !== 'answered') return `${start.failure.outcome}, ${start.attempts}`;
		return `${start.answer.body.toString()}, ${start.attempts}`;
	});

/** The entry of an answered start in a summary. */
export const startedAs = (slug: string, attempts = 1) => `${bodyFor(slug)}, ${attempts}`;
