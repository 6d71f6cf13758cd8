import type { Clock } from '../shared/clock';
import { computeFingerprint } from '../shared/fingerprint';
import { memoizeRecent } from '../shared/memoize';
import type { ReadyStart } from '../start/itemStart';
import { ServiceLimit } from './serviceLimit';
import type { TurnAways } from './turnAways';
import type { Window } from './window';

/** After this time without a start, the service may take more or fewer of them. */
const KEEP_MS = 10 * 60_000;

/** Of services, and of flows of one service. */
const MAX_KEPT = 1_000;

class Known {
	/** By the clock: at the beginning of a start, or at the end of a run. */
	usedAt: number;
	/** As long as a run uses it, a second object for the same thing would send too much. */
	readonly runs = new Set<object>();

	constructor(clock: Clock) {
		this.usedAt = clock.now();
	}
}

/** What this n8n process knows of a flow. */
export class KnownFlow extends Known {
	/** Starts of all runs. */
	inFlight = 0;
	/** Of its starts that have not ended yet. */
	readonly turnAways = new Set<TurnAways>();
	/** Whether the limit of its service holds for it. */
	isJoined = false;
	/** What a previous run found out. The next run begins with it. */
	window?: Window;

	constructor(
		clock: Clock,
		readonly service: KnownService,
	) {
		super(clock);
	}
}

/** What it knows of an address and a token. A gateway counts all that an account starts. */
export class KnownService extends Known {
	readonly limit: ServiceLimit;
	readonly getFlow: (slug: string) => KnownFlow;

	constructor(clock: Clock) {
		super(clock);
		this.limit = new ServiceLimit(clock);
		this.getFlow = memoizeKnown(clock, () => new KnownFlow(clock, this));
	}
}

export class KnownServices {
	private readonly getService: (fingerprint: string) => KnownService;
	/** Of the credentials of runs. The items of a run share one, so it is hashed once. */
	private readonly fingerprints = new WeakMap<object, string>();

	constructor(clock: Clock) {
		this.getService = memoizeKnown(clock, () => new KnownService(clock));
	}

	get({ credential, slug }: ReadyStart): KnownFlow {
		const { baseUrl, accessToken } = credential;
		// A fingerprint, so that the token cannot be read where it is kept.
		const fingerprint =
			this.fingerprints.get(credential) ?? computeFingerprint([new URL(baseUrl).href, accessToken]);
		this.fingerprints.set(credential, fingerprint);
		return this.getService(fingerprint).getFlow(slug);
	}
}

function memoizeKnown<Value extends Known>(clock: Clock, make: () => Value) {
	const mayForget = ({ runs, usedAt }: Value, count: number) => {
		const isOld = clock.now() - usedAt >= KEEP_MS;
		return runs.size === 0 && (isOld || count > MAX_KEPT);
	};
	const get = memoizeRecent(make, mayForget);
	return (key: string) => {
		const known = get(key);
		known.usedAt = clock.now();
		return known;
	};
}
