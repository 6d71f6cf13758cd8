/** A kind of service with a kind of load, what is measured there, and the most that it may be. */
import { type Limits } from '../../../limits.mts';
import { countLost, type Played } from './play.mts';

/** By what was measured: the value, and the most that it may be. */
export type Measured = Record<string, readonly [value: number, most: number]>;

export interface Kind {
	name: string;
	measure: (seed: number) => Promise<Measured>;
}

/** `SIMULATION_SEEDS=20 npx jest simulation` plays each kind with 20 seeds. */
const SEEDS = Array.from({ length: Number(process.env.SIMULATION_SEEDS ?? 3) }, (_, n) => n + 1);

export function testKinds(title: string, kinds: Kind[]): void {
	// Only the virtual clock decides, and a busy machine takes long to drive it.
	jest.setTimeout(600_000);
	test.each(kinds)(`${title}: $name`, async ({ measure }) => {
		for (const seed of SEEDS) {
			const measured = Object.entries(await measure(seed));
			const tooMuch = measured.filter(([, [value, most]]) => !(value <= most));
			expect({ seed, tooMuch: Object.fromEntries(tooMuch) }).toEqual({ seed, tooMuch: {} });
		}
	});
}

export const ONE_FLOW = { times: 1.6, requests: 2.5 };
export const SEVERAL = { times: 1.7, requests: 3 };

/** Shorter runs are dominated by the first pause. */
export const MIN_OWN_TIME_MS = 5_000;

/** Nothing is lost, and the most times of the service's own time, and requests for each start. */
export function measureLoss(
	{ starts, arrivals, ms }: Pick<Played, 'starts' | 'arrivals' | 'ms'>,
	ownMs: number,
	most: { times: number; requests: number },
): Measured {
	return {
		lost: [countLost(starts), 0],
		times: [ms / Math.max(MIN_OWN_TIME_MS, ownMs), most.times],
		requests: [arrivals.length / starts.length, most.requests],
	};
}

/** Each limit without and with Retry-After. */
export const withRetryAfter = (limits: Array<[string, Limits]>): Array<[string, Limits]> =>
	limits.flatMap(([name, limit]) => [
		[name, limit],
		[`${name}, Retry-After`, { ...limit, retryAfter: 'seconds' }],
	]);
