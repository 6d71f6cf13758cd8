import { isTaken } from '../outcome/table';
import type { Clock } from '../shared/clock';
import { computeFingerprint } from '../shared/fingerprint';
import { memoizeRecent } from '../shared/memoize';
import type { ReadyStart } from '../start/itemStart';
import type { OpenStart } from './openStart';
import { Patience } from './patience';
import { type RequestResult, ServiceLimit } from './serviceLimit';
import type { Window } from './window';

/** After this time without a request, the service may take more or fewer of them. */
const KEEP_MS = 10 * 60_000;

/** Of services, and of flows of one service. */
const MAX_KEPT = 1_000;

/** What this n8n process knows of an address and a token. A gateway counts all that an account starts. */
class KnownService {
	usedAt: number;
	sentCount = 0;
	readonly patience = new Patience();
	/** Of all flows of which a start was turned away. */
	readonly limit: ServiceLimit;
	readonly getFlow: (slug: string) => KnownFlow;

	constructor(clock: Clock) {
		this.usedAt = clock.now();
		this.limit = new ServiceLimit(clock, this);
		this.getFlow = memoizeKnown(clock, () => new KnownFlow(this, clock));
	}
}

/** What it knows of a flow. */
export class KnownFlow {
	usedAt: number;
	/** Its own, until the service turns one of its starts away. Until then, it holds nothing back. */
	limit: ServiceLimit;
	/** What a previous run found out. The next run begins with it. */
	window?: Window;
	/** Of all runs. */
	inFlight = 0;
	takenCount = 0;
	turnedAwayCount = 0;

	constructor(
		private readonly service: KnownService,
		private readonly clock: Clock,
	) {
		this.usedAt = clock.now();
		this.limit = new ServiceLimit(clock, service);
	}

	/** Lets a run wait for another attempt of a start that was turned away, if it may: see `Patience`. */
	admit(run: object): boolean {
		return this.service.patience.admit(run, this.clock.now());
	}

	endRun(run: object): void {
		this.service.patience.endRun(run);
		this.limit.endWaits(run);
	}

	/** Learns from a request that is back. Nothing leaves in its place before the limit releases. */
	learn(start: OpenStart, result: RequestResult): void {
		const { service } = this;
		const now = this.clock.now();
		this.usedAt = service.usedAt = now;
		start.leaveFlight(result.load, now);
		if (isTaken(result.load)) {
			this.takenCount++;
			service.patience.countTaken(now);
		} else if (result.load === 'turnedAway') {
			service.patience.countTurnedAway(now);
			if (this.limit !== service.limit) service.limit.absorb(this.limit);
			this.limit = service.limit;
		}
		this.limit.learn(start, result);
	}
}

export class KnownServices {
	private readonly getService: (fingerprint: string) => KnownService;

	constructor(clock: Clock) {
		this.getService = memoizeKnown(clock, () => new KnownService(clock));
	}

	get({ credential, slug }: ReadyStart): KnownFlow {
		const { baseUrl, accessToken } = credential;
		// A fingerprint, so that the token cannot be read where it is kept.
		const fingerprint = computeFingerprint([new URL(baseUrl).href, accessToken]);
		return this.getService(fingerprint).getFlow(slug);
	}
}

function memoizeKnown<Known extends { usedAt: number }>(clock: Clock, make: () => Known) {
	const isExpired = ({ usedAt }: Known) => clock.now() - usedAt >= KEEP_MS;
	const get = memoizeRecent(make, MAX_KEPT, isExpired);
	return (key: string) => {
		const known = get(key);
		known.usedAt = clock.now();
		return known;
	};
}
