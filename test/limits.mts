/** Services that limit how much they take: their rules, on any clock. */

/** How a service limits what it takes. */
export interface Limits {
	/** The most flows that run at once. */
	atOnce?: number;
	/** The most starts in a time. A token bucket fills up evenly. */
	rate?: { starts: number; perMs: number; window: 'fixed' | 'sliding' | 'bucket' };
	/** How long a flow takes, in ms. */
	flowMs: number;
	/** Missing: it turns starts away without this header. */
	retryAfter?: 'seconds' | 'date';
}

export const rate = (
	starts: number,
	perMs: number,
	window: NonNullable<Limits['rate']>['window'] = 'fixed',
) => ({ rate: { starts, perMs, window } });

/** How long a request and its answer are on their way, together. */
export const ROUND_TRIP_MS = 10;

/** Returns 0 if a start is taken, or else how long it should wait, in ms. @param at From any beginning. @param flowMs Of this flow. */
export type Admit = (at: number, flowMs?: number) => number;

export function createAdmission({ rate, atOnce = Infinity, flowMs }: Limits): Admit {
	return rate ? createRateGate(rate) : createPlaces(atOnce, flowMs);
}

/** How long the service would take for so many starts if it was asked at the best moments, in ms. */
export function computeOwnTime({ atOnce, rate, flowMs }: Limits, startCount: number): number {
	const oneMs = flowMs + ROUND_TRIP_MS;
	if (rate === undefined) return Math.ceil(startCount / (atOnce ?? Infinity)) * oneMs;
	const batches = startCount / rate.starts - 1;
	return (rate.window === 'bucket' ? batches : Math.ceil(batches)) * rate.perMs + oneMs;
}

function createPlaces(atOnce: number, usualMs: number): Admit {
	let endTimes: number[] = [];
	return (at, flowMs = usualMs) => {
		endTimes = endTimes.filter((end) => end > at);
		if (endTimes.length >= atOnce) return 1_000;
		endTimes.push(at + flowMs);
		return 0;
	};
}

function createRateGate({ starts, perMs, window }: NonNullable<Limits['rate']>): Admit {
	if (window === 'bucket') {
		let tokens = starts;
		let filledAt = 0;
		return (at) => {
			tokens = Math.min(starts, tokens + ((at - filledAt) * starts) / perMs);
			filledAt = at;
			if (tokens < 1) return ((1 - tokens) * perMs) / starts;
			tokens -= 1;
			return 0;
		};
	}
	let takenTimes: number[] = [];
	return (at) => {
		const windowStart = window === 'fixed' ? at - (at % perMs) : at - perMs;
		takenTimes = takenTimes.filter((time) => time >= windowStart && time > at - perMs);
		if (takenTimes.length >= starts) {
			const freeAt = window === 'fixed' ? windowStart : (takenTimes[0] ?? 0);
			return freeAt + perMs - at;
		}
		takenTimes.push(at);
		return 0;
	};
}
