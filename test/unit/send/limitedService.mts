import { createAdmission, ROUND_TRIP_MS, type Limits } from '../../limits.mts';
import { ModelService, reactions } from './modelService.mts';
import type { VirtualClock } from './virtualClock.mts';

/** Creates a service that answers 429 where there is too much. */
export function createLimitedService(clock: VirtualClock, limits: Limits): ModelService {
	const admit = createAdmission(limits);
	return new ModelService(clock, ({ slug, at }) => {
		const waitMs = admit(at);
		if (waitMs === 0) return reactions.starts(slug, ROUND_TRIP_MS + limits.flowMs);
		return reactions.tooMany(nameWait(clock, limits, waitMs), ROUND_TRIP_MS);
	});
}

function nameWait(clock: VirtualClock, { retryAfter }: Limits, waitMs: number): string | undefined {
	if (retryAfter === undefined) return undefined;
	const seconds = Math.ceil(waitMs / 1_000);
	if (retryAfter === 'seconds') return String(seconds);
	return new Date(clock.getDate() + seconds * 1_000).toUTCString();
}
