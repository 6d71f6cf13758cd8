import { fingerprint } from '../../nodes/TriggerFlow/memory/identity';
import type { FlowCredential } from '../../nodes/TriggerFlow/credential/flowCredential';
import type { Attempt } from '../../nodes/TriggerFlow/http/attempt';
import { type StartRequest, createStart } from '../../nodes/TriggerFlow/request/startRequest';
import { options as form } from '../../nodes/TriggerFlow/options/description';
import {
	readOptions,
	type FormOption,
	type NodeOptions,
} from '../../nodes/TriggerFlow/options/readOptions';
import type { ItemStart, ReadyStart, RunResult } from '../../nodes/TriggerFlow/start/itemStart';
import { startAll, type StartAllOptions } from '../../nodes/TriggerFlow/send/startAll';
import type { Send } from '../../nodes/TriggerFlow/send/startFlow';
import { WindowMemory } from '../../nodes/TriggerFlow/send/window';
import type { VirtualClock } from './virtualClock.mts';
import { transportError } from '../rules/outcome/transportErrors.mts';

export const CREDENTIAL: FlowCredential = {
	environment: 'qa',
	baseUrl: 'https://flows.example.com/start',
	accessToken: 'secret-token-123',
	flows: [],
};

/** The node's defaults. */
export const OPTIONS = readOptions(form.options as FormOption[], {});

export const ready = (
	slug: string,
	context: unknown = {},
	options: Partial<NodeOptions> = {},
): ReadyStart => {
	const start = createStart(slug, context);
	const number = written++;
	return {
		kind: 'ready',
		...start,
		content: start.context,
		// Only what is sent tells that a start is the same: as after "Retry" in a mended workflow.
		source: () => fingerprint(`written for the ${number}th time`),
		credential: CREDENTIAL,
		options: { ...OPTIONS, ...options },
	};
};

let written = 0;

/** Starts with the slugs `0`, `1`, `2` and so on. */
export const manyReady = (count: number, options: Partial<NodeOptions> = {}): ReadyStart[] =>
	Array.from({ length: count }, (_, index) => ready(String(index), {}, options));

/** A request as the service sees it. */
export interface Arrival {
	slug: string;
	/** In ms from the beginning of the clock. */
	at: number;
	/** From 1: how often this start has been sent. */
	attempt: number;
	/** How many requests are in the service, this one included. */
	inFlight: number;
	/** How many requests came before this one. */
	number: number;
	request: StartRequest;
	credential: FlowCredential;
	/** When the answer left, and the number of the last request that had arrived by then. */
	left?: { at: number; number: number };
}

/** What the service does with a request. */
export interface Reaction {
	/** In ms, until the sender learns of it. */
	latency: number;
	/** Whether the flow is started, whatever the sender learns. */
	takes: boolean;
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

const turnedAway = (statusCode: number, retryAfter?: string): Attempt =>
	answered(statusCode, '', retryAfter === undefined ? {} : { 'retry-after': retryAfter });

/** The answer that belongs to one start and to no other. */
export const bodyFor = (slug: string) => `{"started":"${slug}"}`;

export const reactions = {
	starts: (slug: string, latency = 10, status = 200): Reaction => ({
		latency,
		takes: true,
		attempt: answered(status, bodyFor(slug)),
	}),
	refuses: (latency = 10): Reaction => ({ latency, takes: false, attempt: broken('ECONNREFUSED') }),
	rejects: (status = 401, latency = 10): Reaction => ({
		latency,
		takes: false,
		attempt: answered(status),
	}),
	tooMany: (retryAfter?: string, latency = 10): Reaction => ({
		latency,
		takes: false,
		attempt: turnedAway(429, retryAfter),
	}),
	/** 503 with Retry-After: turned away, by the public interface. */
	unavailable: (retryAfter: string, latency = 10): Reaction => ({
		latency,
		takes: false,
		attempt: turnedAway(503, retryAfter),
	}),
	fails: (status: number, takes: boolean, latency = 10): Reaction => ({
		latency,
		takes,
		attempt: answered(status),
	}),
	resets: (takes: boolean, latency = 10): Reaction => ({
		latency,
		takes,
		attempt: broken('ECONNRESET'),
	}),
	timesOut: (takes: boolean, latency = 300_000): Reaction => ({
		latency,
		takes,
		attempt: broken('ECONNABORTED'),
	}),
};

/** The flow service, on a virtual clock. It keeps a record of every start it takes. */
export class ModelService {
	/** Every request, in the order of arrival. */
	readonly arrivals: Arrival[] = [];

	/** The slug of every start it took, once for each time. */
	readonly taken: string[] = [];

	inFlight = 0;

	mostInFlight = 0;

	private readonly attempts = new Map<string, number>();

	private readonly cancels = new Set<() => void>();

	/** @param react Decides what becomes of a request when it arrives. */
	constructor(
		private readonly clock: VirtualClock,
		private readonly react: (arrival: Arrival) => Reaction,
	) {}

	/**
	 * Ends requests in flight when `signal` aborts, as n8n's HTTP helper does. What the service has
	 * read by then it goes on with all the same.
	 */
	cancelOn(signal: AbortSignal): this {
		signal.addEventListener('abort', () => {
			for (const cancel of this.cancels) cancel();
		});
		return this;
	}

	readonly send: Send = async (request, credential) => {
		const { slug } = JSON.parse(request.body) as { slug: string };
		const attempt = (this.attempts.get(slug) ?? 0) + 1;
		this.attempts.set(slug, attempt);
		this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);

		const number = this.arrivals.length;
		const { elapsed: at } = this.clock;
		const { inFlight } = this;
		const arrival: Arrival = { slug, at, attempt, inFlight, number, request, credential };
		this.arrivals.push(arrival);

		const reaction = this.react(arrival);
		if (reaction.takes) {
			this.clock.in(Math.floor(reaction.latency / 2), () => this.taken.push(slug));
		}
		return await this.resultOf(reaction, arrival);
	};

	timesTaken(slug: string): number {
		return this.taken.filter((other) => other === slug).length;
	}

	/** When requests arrived, by slug. */
	timesOf(slug: string): number[] {
		return this.arrivals.filter((arrival) => arrival.slug === slug).map(({ at }) => at);
	}

	private async resultOf({ attempt, latency }: Reaction, arrival: Arrival): Promise<Attempt> {
		return await new Promise<Attempt>((resolve) => {
			const answer = (result: Attempt) => {
				if (!this.cancels.delete(cancel)) return;
				arrival.left = { at: this.clock.elapsed, number: this.arrivals.length - 1 };
				this.inFlight--;
				resolve(result);
			};
			const cancel = () => answer(broken('ERR_CANCELED'));
			this.cancels.add(cancel);
			this.clock.in(latency, () => answer(attempt));
		});
	}
}

/** The node's defaults, on a virtual clock; the jitter is always half of what it may be. */
export const optionsFor = (
	clock: VirtualClock,
	service: ModelService,
	changes: Partial<StartAllOptions> = {},
): StartAllOptions => ({
	send: service.send,
	concurrency: OPTIONS.concurrency,
	stopOnFailure: false,
	goPastEarlier: false,
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
	changes: Partial<StartAllOptions> = {},
): Promise<RunResult> => await clock.run(startAll(starts, optionsFor(clock, service, changes)));

/** What became of each start: `started` with the answer's body, an outcome, or `not begun`. */
export const summaryOf = ({ starts }: RunResult): string[] =>
	starts.map((start) => {
		if (start.kind === 'ready') return 'not begun';
		if (start.kind === 'failed') return `${start.failure.outcome}, ${start.attempts}`;
		return `${start.answer.body.toString()}, ${start.attempts}`;
	});

/** What a started one is in a summary. */
export const startedAs = (slug: string, attempts = 1) => `${bodyFor(slug)}, ${attempts}`;
