import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import { Pace } from '../../../nodes/StartFlow/send/pace';
import { ServiceLimit, type ReturnedRequest } from '../../../nodes/StartFlow/send/serviceLimit';
import { CREDENTIAL, ready } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const MAX_RETRIES = 3;
const TAKEN: ReturnedRequest = { load: 'success' };
const TURNED_AWAY: ReturnedRequest = { load: 'turnedAway' };
const NO_EVIDENCE: ReturnedRequest = { load: 'noEvidence' };
const REJECTED: ReturnedRequest = { load: 'handled' };

/** More than any limit in these tests. */
const MANY = 1_000;

/** A limit on a virtual clock, whose requests come back when a test says so. */
function openLimit() {
	const clock = new VirtualClock();
	const limit = new ServiceLimit(clock);
	let filledAt = 0;
	/** Lets in as many requests as the limit takes, and returns how many those are. */
	const fill = (atMost = MANY, maxRetries = MAX_RETRIES): number => {
		let count = 0;
		filledAt = clock.now();
		const run = {
			maxRetries,
			get hasNext() {
				return count < atMost;
			},
			sendNext: () => count++,
		};
		limit.runs.add(run);
		limit.release();
		limit.runs.delete(run);
		return count;
	};
	const comeBack = (...results: ReturnedRequest[]) => {
		for (const result of results) {
			limit.learn(result, MAX_RETRIES, filledAt);
			limit.countReturned();
		}
	};
	/** One more start may leave after this time, and not before. */
	const waitForProbe = async (ms: number) => {
		await clock.pass(ms - 1);
		expect(fill()).toBe(0);
		await clock.pass(1);
		expect(fill()).toBe(1);
	};
	return { clock, limit, fill, comeBack, waitForProbe };
}

describe('what is in flight when a start is turned away', () => {
	/** The limit is 3, and so many are in flight. */
	function openFullLimit() {
		const opened = openLimit();
		opened.fill(5);
		opened.comeBack(TURNED_AWAY, TURNED_AWAY);
		return opened;
	}

	test('is the limit, while one more start is tried after waits that grow', async () => {
		const { fill, comeBack, waitForProbe } = openFullLimit();
		for (const waitMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]) {
			await waitForProbe(waitMs);
			comeBack(TURNED_AWAY);
			await waitForProbe(waitMs);
			comeBack(TURNED_AWAY);
		}
		comeBack(TAKEN, TAKEN, TAKEN);
		expect(fill()).toBe(3);
	});

	test('stays if one more start perhaps never reached the service', async () => {
		const { fill, comeBack, waitForProbe } = openFullLimit();
		await waitForProbe(250);
		for (const _again of [1, 2]) {
			comeBack(NO_EVIDENCE);
			expect(fill()).toBe(1);
		}
	});

	test('is no limit at once if one more start is not turned away as fast as others', async () => {
		const { clock, limit, fill, comeBack, waitForProbe } = openLimit();
		fill(5);
		await clock.pass(80);
		comeBack(TURNED_AWAY, TURNED_AWAY);
		await waitForProbe(250);
		// That an older one is taken says nothing.
		limit.learn(TAKEN, MAX_RETRIES, clock.now() - 1);
		await clock.pass(159);
		expect(fill()).toBe(0);
		await clock.pass(1);
		expect(fill()).toBe(3);
	});

	test('is tried again only after six times the Retry-After of one start too many', async () => {
		const { comeBack, waitForProbe } = openFullLimit();
		comeBack({ load: 'turnedAway', retryAfterMs: 1_000 });
		await waitForProbe(1_000);
		comeBack({ load: 'turnedAway', retryAfterMs: 1_000 });
		await waitForProbe(6_000);
	});
});

describe('where nothing else is in flight, the rate is limited', () => {
	test('so one start tries after a pause that grows, and more after each round that is taken', async () => {
		const { fill, comeBack, waitForProbe } = openLimit();
		fill(1);
		for (const waitMs of [250, 250, 500]) {
			comeBack(TURNED_AWAY);
			await waitForProbe(waitMs);
		}
		comeBack(TAKEN);
		for (const size of [2, 3, 5, 9]) {
			expect(fill()).toBe(size);
			comeBack(...Array.from({ length: size }, () => TAKEN));
		}
	});

	test('and starts leave at the rate that was measured, which grows', () => {
		const pace = new Pace();
		pace.measure(0);
		for (let count = 0; count < 8; count++) pace.countStart(0);
		pace.measure(1_000);
		const countSecond = (begin: number) => {
			let count = 0;
			for (; pace.nextAt < begin + 1_000; count++) pace.countStart(Math.max(begin, pace.nextAt));
			return count;
		};
		// Ten a second, and as many at once for the second without starts.
		expect([1_000, 2_000, 3_000, 6_000].map(countSecond)).toEqual([21, 14, 30, 386]);
	});
});

describe('a service that takes nothing', () => {
	/** Turns away one start after the other, each as soon as it may leave, for so long. */
	async function turnAwayFor(ms: number, limit: ReturnType<typeof openLimit>) {
		let count = 0;
		for (const end = limit.clock.elapsed + ms; limit.clock.elapsed < end; count++) {
			if (limit.limit.isGivenUp(MAX_RETRIES)) break;
			if (limit.fill(1) === 1) limit.comeBack(TURNED_AWAY);
			await limit.clock.pass(10);
		}
		return count;
	}

	test('is given up after the retries, without pauses, and tried as before after half a minute', async () => {
		const opened = openLimit();
		const { clock, limit, fill, comeBack } = opened;
		await turnAwayFor(60_000, opened);
		// Three pauses of at most 500, 1,000 and 2,000 ms, of which the jitter takes half.
		expect(clock.elapsed).toBeLessThan(2_000);
		for (const _again of [1, 2]) {
			expect(fill(50)).toBe(50);
			comeBack(...Array.from({ length: 50 }, () => TURNED_AWAY));
		}
		// The last pause counts, too.
		await clock.pass(35_000);
		expect(limit.isGivenUp(MAX_RETRIES)).toBe(false);
		fill(1);
		comeBack(TURNED_AWAY);
		expect(limit.isGivenUp(MAX_RETRIES)).toBe(false);
	});

	test('is given up only by starts without a retry left', async () => {
		const { clock, limit, fill } = openLimit();
		fill(1);
		limit.learn(TURNED_AWAY, 0, clock.now());
		limit.countReturned();
		expect([limit.isGivenUp(0), limit.isGivenUp(1)]).toEqual([true, false]);
		await clock.pass(250);
		// One that is given up waits for no other one, and nothing is learned from it.
		expect([fill(1, 1), fill(5, 1), fill(5, 0)]).toEqual([1, 0, 5]);
		limit.learn(TURNED_AWAY, 0, clock.now());
		expect(limit.isGivenUp(1)).toBe(false);
	});

	test('is not given up while it rejects starts in between, because it works', async () => {
		const { clock, limit, fill, comeBack } = openLimit();
		for (const result of [TURNED_AWAY, TURNED_AWAY, REJECTED, TURNED_AWAY, TURNED_AWAY]) {
			expect(fill(1)).toBe(1);
			comeBack(result);
			await clock.pass(20_000);
		}
		expect(limit.isGivenUp(2)).toBe(false);
	});

	test('is waited for as long as its longest Retry-After says', async () => {
		const { clock, limit, fill } = openLimit();
		fill(2);
		for (const retryAfterMs of [60_000, 1_000]) {
			limit.learn({ load: 'turnedAway', retryAfterMs }, 0, clock.now());
			limit.countReturned();
		}
		await clock.pass(59_999);
		expect([limit.isGivenUp(0), fill(1, 0)]).toEqual([true, 0]);
		await clock.pass(1);
		expect([limit.isGivenUp(0), fill(1, 0)]).toEqual([true, 1]);
	});

	test('is waited for during two minutes if it has taken a start before', async () => {
		const opened = openLimit();
		opened.fill(1);
		opened.comeBack(TAKEN);
		await turnAwayFor(600_000, opened);
		expect(opened.clock.elapsed).toBeGreaterThanOrEqual(120_000);
		expect(opened.clock.elapsed).toBeLessThan(150_000);
	});
});

describe('what is known of a service', () => {
	const MINUTE_MS = 60_000;
	const named = (slug: string, baseUrl = CREDENTIAL.baseUrl) => ({
		...ready(slug),
		credential: { ...CREDENTIAL, baseUrl },
	});

	test('is shared by address and flow, for ten minutes after its last start', async () => {
		const clock = new VirtualClock();
		const services = new KnownServices(clock);
		const first = services.get(named('a'));
		const other = services.get(named('b'));
		expect(other).not.toBe(first);
		expect(services.get(named('a', CREDENTIAL.baseUrl.replace('flows', 'FLOWS')))).toBe(first);
		expect(services.get(named('a', 'https://other.example/'))).not.toBe(first);
		await clock.pass(9 * MINUTE_MS);
		expect(services.get(named('a'))).toBe(first);
		await clock.pass(10 * MINUTE_MS - 1);
		expect(services.get(named('a'))).toBe(first);
		expect(services.get(named('b'))).not.toBe(other);
		await clock.pass(10 * MINUTE_MS);
		expect(services.get(named('a'))).not.toBe(first);
	});

	test('is not forgotten while a run uses it', async () => {
		const clock = new VirtualClock();
		const services = new KnownServices(clock);
		const used = services.get(named('a'));
		used.limit.runs.add({ maxRetries: 0, hasNext: false, sendNext: () => {} });
		await clock.pass(60 * MINUTE_MS);
		services.get(named('b'));
		expect(services.get(named('a'))).toBe(used);
	});
});
