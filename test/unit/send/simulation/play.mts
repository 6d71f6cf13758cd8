/** Runs that meet a service, on a virtual clock, and what is measured there. */
import assert from 'node:assert/strict';

import { KnownServices } from '../../../../nodes/StartFlow/send/knownServices';
import { sendAll, type SendAllOptions } from '../../../../nodes/StartFlow/send/sendAll';
import { type EndedStart, type ReadyStart } from '../../../../nodes/StartFlow/start/itemStart';
import { createAdmission, type Limits, ROUND_TRIP_MS } from '../../../limits.mts';
import {
	type Arrival,
	ModelService,
	optionsFor,
	type Reaction,
	reaction,
	reactions,
	ready,
	withRetryAfter,
} from '../modelService.mts';
import { VirtualClock } from '../virtualClock.mts';

/** Creates a service for one play. */
export type CreateService = (
	clock: VirtualClock,
	random: () => number,
) => (arrival: Arrival) => Reaction;

export const FLOW_MS = 200;

/** It has no limit. */
export const takesAll =
	(flowMs = FLOW_MS): CreateService =>
	() =>
	({ slug }) =>
		reactions.starts(slug, ROUND_TRIP_MS + flowMs);

export const turnsAllAway =
	(retryAfter?: string, { status = 429, latencyMs = ROUND_TRIP_MS } = {}): CreateService =>
	() =>
	() =>
		reaction(withRetryAfter(status, retryAfter), false, latencyMs);

/** It answers 429 where there is too much. */
export const limited =
	(limits: Limits, getFlowMs = (_row: string) => limits.flowMs): CreateService =>
	(clock) => {
		const admit = createAdmission(limits);
		return ({ slug, at }) => {
			const waitMs = admit(at, getFlowMs(slug));
			if (waitMs === 0) return reactions.starts(slug, ROUND_TRIP_MS + getFlowMs(slug));
			return reactions.tooMany(nameWait(clock, limits, waitMs), ROUND_TRIP_MS);
		};
	};

/** Several services at one address. `choose` returns the index of the one that gets a request. */
export const divided =
	(
		services: CreateService[],
		choose: (arrival: Arrival, random: () => number) => number,
	): CreateService =>
	(clock, random) => {
		const reacts = services.map((create) => create(clock, random));
		return (arrival) => {
			const react = reacts[choose(arrival, random)];
			assert.ok(react, 'There is no such service');
			return react(arrival);
		};
	};

function nameWait(clock: VirtualClock, { retryAfter }: Limits, waitMs: number): string | undefined {
	if (retryAfter === undefined) return undefined;
	const seconds = Math.ceil(waitMs / 1_000);
	if (retryAfter === 'seconds') return String(seconds);
	return new Date(clock.getWallTime() + seconds * 1_000).toUTCString();
}

export interface PlannedRun {
	/** In ms from the beginning. */
	at: number;
	starts: ReadyStart[];
	/** Which process of n8n it runs in. */
	process?: number;
	/** When somebody presses Stop, in ms from the beginning. */
	stopAt?: number;
	options?: Partial<SendAllOptions>;
}

interface Rows {
	/** The first row. No two starts of a play have the same row. */
	from?: number;
	flow?: (row: number) => string;
}

/** Starts whose rows are numbers, one after another. */
export const rows = (count: number, { from = 0, flow = () => 'flow' }: Rows = {}): ReadyStart[] =>
	Array.from({ length: count }, (_, n) => ready(flow(from + n), { row: String(from + n) }));

/** Runs of one start, one after another. */
export const calls = (
	count: number,
	{ firstAt = 0, everyMs, ...which }: Rows & { firstAt?: number; everyMs: number },
): PlannedRun[] =>
	rows(count, which).map((start, n) => ({ at: firstAt + n * everyMs, starts: [start] }));

export interface PlayedRun {
	at: number;
	starts: EndedStart[];
	/** From its beginning to its end. */
	ms: number;
}

/** The same numbers for each seed, so that chance does not decide whether a test passes. */
function createRandom(seed: number): () => number {
	// Seeds that follow one another would begin with nearly the same number.
	let state = (seed * 2_654_435_761) % 2 ** 32;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

export type Played = Awaited<ReturnType<typeof play>>;

/** Plays runs to their end. Fails if a flow is started twice, or if a request leaves after the end. */
export async function play(seed: number, createService: CreateService, plannedRuns: PlannedRun[]) {
	const clock = new VirtualClock();
	clock.random = createRandom(seed);
	const service = new ModelService(clock, createService(clock, createRandom(seed + 1_000)));
	const processes = Array.from({ length: 4 }, () => new KnownServices(clock));
	let openCount = 0;
	let mostOpen = 0;
	const playRun = async ({ at, starts, process = 0, stopAt, options }: PlannedRun) => {
		const services = processes[process] as KnownServices;
		const stop = new AbortController();
		if (stopAt !== undefined) clock.in(stopAt, () => stop.abort());
		await clock.wait(at);
		mostOpen = Math.max(mostOpen, ++openCount);
		const changes = { services, signal: stop.signal, ...options };
		const run = await sendAll(starts, optionsFor(clock, service, changes));
		openCount--;
		return { at, starts: run.starts, ms: clock.elapsed - at };
	};
	const runs: PlayedRun[] = await clock.run(Promise.all(plannedRuns.map(playRun)));
	const ms = clock.elapsed;
	const arrivals = [...service.arrivals];
	await clock.runOut();
	assert.equal(service.arrivals.length, arrivals.length, 'A request left after the end');
	assert.equal(new Set(service.started).size, service.started.length, 'A flow started twice');
	const starts = runs.flatMap((run) => run.starts);
	return {
		runs,
		starts,
		arrivals,
		/** When the last run ended. */
		ms,
		/** How long something waited after the last run had ended. */
		leftMs: clock.elapsed - ms,
		/** The most runs at once. */
		mostOpen,
	};
}

/** By what was measured: the value, and the most that it may be. */
export type Measured = Record<string, readonly [value: number, most: number]>;

export interface Kind {
	name: string;
	service: CreateService;
	runs: PlannedRun[];
	measure: (played: Played, seed: number) => Measured | Promise<Measured>;
}

/** The gate plays each kind three times. `SIMULATION_SEEDS=20 npx jest simulation` plays it with 20 seeds. */
const SEED_COUNT = Number(process.env.SIMULATION_SEEDS ?? (process.env.IS_GATE ? 3 : 1));
const SEEDS = Array.from({ length: SEED_COUNT }, (_, n) => n + 1);

export function testKinds(title: string, kinds: Kind[]): void {
	// Only the virtual clock decides, and a busy machine takes long to drive it.
	jest.setTimeout(600_000);
	const tests = kinds.map(({ name, service, runs, measure }) => ({
		name,
		measure: async (seed: number) => await measure(await play(seed, service, runs), seed),
	}));
	test.each(tests)(`${title}: $name`, async ({ measure }) => {
		for (const seed of SEEDS) {
			const measured = Object.entries(await measure(seed));
			const tooMuch = measured.filter(([, [value, most]]) => !(value <= most));
			expect({ seed, tooMuch: Object.fromEntries(tooMuch) }).toEqual({ seed, tooMuch: {} });
		}
	});
}

/** The most times of the service's own time, and the most requests for each start. */
export interface Most {
	times: number;
	requests: number;
}
export const ONE_FLOW: Most = { times: 1.6, requests: 2.5 };
export const SEVERAL: Most = { times: 1.7, requests: 3 };

/** Shorter runs are dominated by the first pause. */
const MIN_OWN_TIME_MS = 5_000;

export const countLost = (starts: EndedStart[]) =>
	starts.filter(({ kind }) => kind !== 'answered').length;

export const countRequests = ({ arrivals, starts }: Played) => arrivals.length / starts.length;

/** Measures whether nothing is lost, and nothing late. @param ownMs The service's own time. */
export const within =
	(ownMs: number, most: Most, measureMore = (_played: Played): Measured => ({})) =>
	(played: Played): Measured => ({
		lost: [countLost(played.starts), 0],
		times: [played.ms / Math.max(MIN_OWN_TIME_MS, ownMs), most.times],
		requests: [countRequests(played), most.requests],
		...measureMore(played),
	});

/** The longest wait of single calls, in s. */
export const findLongestWait = (runs: PlayedRun[], flowMs = FLOW_MS) =>
	Math.max(...runs.map(({ ms }) => ms - flowMs - ROUND_TRIP_MS)) / 1_000;
