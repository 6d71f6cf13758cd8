import { identifyFlow } from '../credential/access';
import type { ReadyStart } from '../start/itemStart';
import type { Clock } from '../shared/clock';
import { ServiceLimit } from './serviceLimit';
import type { Window } from './window';

/** After this time without a start, the service may take more or fewer of them. */
const KEEP_SERVICE_MS = 10 * 60_000;

const MAX_KEPT_SERVICES = 1_000;

/** What this n8n process has found out about an address and a flow. */
export interface KnownService {
	/** Shared by all runs. */
	limit: ServiceLimit;
	/** What a previous run found out. The next run begins with it. */
	window?: Window;
	/** When a run last used it, by the clock: at the beginning of a start, or at the end of the run. */
	usedAt: number;
}

export class KnownServices {
	private readonly services = new Map<string, KnownService>();

	constructor(private readonly clock: Clock) {}

	get({ credential, slug }: ReadyStart): KnownService {
		this.forgetOldServices();
		const key = identifyFlow(credential.baseUrl, slug);
		const now = this.clock.now();
		const service = this.services.get(key) ?? { limit: new ServiceLimit(this.clock), usedAt: now };
		service.usedAt = now;
		// Deleted first, so that it becomes the last one, and the first one is the oldest.
		this.services.delete(key);
		this.services.set(key, service);
		return service;
	}

	private forgetOldServices(): void {
		for (const [key, { limit, usedAt }] of this.services) {
			const isOld = this.clock.now() - usedAt >= KEEP_SERVICE_MS;
			if (!isOld && this.services.size <= MAX_KEPT_SERVICES) return;
			// While runs share a limit, a second one for the same service would send too much.
			if (limit.isIdle) this.services.delete(key);
		}
	}
}
