import { KnownService } from '../../../nodes/StartFlow/send/knownServices';
import { type Lease, RequestQueue } from '../../../nodes/StartFlow/send/requestQueue';
import { TurnAways } from '../../../nodes/StartFlow/send/turnAways';
import { openWindow } from '../../../nodes/StartFlow/send/window';
import { VirtualClock } from './virtualClock.mts';

/** How a request comes back. */
export type Result = Parameters<Lease['giveBack']>[0];

export const TAKEN: Result = { load: 'handled' };
export const TURNED_AWAY: Result = { load: 'turnedAway' };
export const turnedAway = (retryAfterMs: number): Result => ({ load: 'turnedAway', retryAfterMs });

/** Runs that share what is known of a service, on a virtual clock. Their requests come back when a test says so. */
export function openService() {
	const clock = new VirtualClock();
	const service = new KnownService(clock);
	/** The names of the requests that left. */
	const sent: string[] = [];
	/** @param size Of its window. */
	const openRun = (size = 1_000, slug = 'flow') => {
		const flow = service.getFlow(slug);
		flow.window = { ...openWindow(size), size };
		const queue = new RequestQueue(flow, size, clock);
		/** In the order in which they left. */
		const inFlight: Lease[] = [];
		const enter = async (name = '', isFurtherAttempt = false, turnAways = new TurnAways()) => {
			const lease = await queue.enter(isFurtherAttempt, turnAways);
			if (lease === undefined) return undefined;
			inFlight.push(lease);
			sent.push(name);
			return lease;
		};
		return {
			queue,
			enter,
			/** Sends a request that the service takes at once. */
			send: async (name: string, isFurtherAttempt: boolean) =>
				(await enter(name, isFurtherAttempt))?.giveBack(TAKEN),
			/** Adds so many requests. Those leave that may. */
			add: async (count: number) => {
				for (let added = 0; added < count; added++) void enter();
				await clock.pass(0);
			},
			/** Those that left last come back, one after the other. */
			comeBack: async (...results: Result[]) => {
				for (const result of results) inFlight.pop()?.giveBack(result);
				await clock.pass(0);
			},
			get inFlightCount() {
				return inFlight.length;
			},
			/** One more request leaves after this time, and not before. */
			expectNext: async (ms: number) => {
				const { length } = inFlight;
				await clock.pass(ms - 1);
				expect(inFlight).toHaveLength(length);
				await clock.pass(1);
				expect(inFlight).toHaveLength(length + 1);
			},
		};
	};
	return { clock, service, sent, openRun };
}
