import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import { ServiceLimit, type ReturnedRequest } from '../../../nodes/StartFlow/send/serviceLimit';
import { CREDENTIAL, ready } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const MAX_RETRIES = 3;
const TAKEN: ReturnedRequest = { load: 'success' };
const TURNED_AWAY: ReturnedRequest = { load: 'turnedAway' };

/** More than any limit in these tests. */
const MANY = 1_000;

/** A limit on a virtual clock, whose requests come back when a test says so. */
function openLimit() {
	const clock = new VirtualClock();
	const limit = new ServiceLimit(clock);
	/** Lets in as many requests as the limit takes, and returns how many those are. */
	const fill = (atMost = MANY, maxRetries = MAX_RETRIES): number => {
		let count = 0;
		const run = {
			get next() {
				return count < atMost ? { maxRetries } : undefined;
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
			limit.learn(result, MAX_RETRIES);
			limit.leave();
		}
	};
	/** A full round that goes well. Returns its size. */
	const playRound = (): number => {
		const size = fill();
		for (let count = 0; count < size; count++) limit.learn(TAKEN, MAX_RETRIES);
		for (let count = 0; count < size; count++) limit.leave();
		return size;
	};
	const playRounds = (count: number) => Array.from({ length: count }, playRound);
	/** The last one of a full round is turned away. */
	const turnOneAway = () => {
		const size = fill();
		comeBack(TURNED_AWAY, ...Array.from({ length: size - 1 }, () => TAKEN));
	};
	return { clock, limit, fill, comeBack, playRounds, turnOneAway };
}

describe('what is in flight when a start is turned away', () => {
	test('is the limit, which grows by one after each round that went well', () => {
		const { fill, comeBack, playRounds } = openLimit();
		fill(5);
		comeBack(TURNED_AWAY, TURNED_AWAY, TAKEN, TAKEN, TAKEN);
		expect(playRounds(4)).toEqual([3, 4, 5, 6]);
	});

	test('does not grow while places are free', () => {
		const { fill, comeBack, playRounds } = openLimit();
		fill(5);
		comeBack(TURNED_AWAY, TAKEN, TAKEN, TAKEN, TAKEN);
		for (let count = 0; count < 20; count++) {
			fill(2);
			comeBack(TAKEN, TAKEN);
		}
		expect(playRounds(1)).toEqual([4]);
	});

	test('grows after twice as many rounds each time a larger one is turned away, sixteen at most', () => {
		const { fill, comeBack, playRounds, turnOneAway } = openLimit();
		fill(5);
		comeBack(TURNED_AWAY, TAKEN, TAKEN, TAKEN, TAKEN);
		expect(playRounds(1)).toEqual([4]);
		for (const rounds of [2, 4, 8, 16, 16]) {
			turnOneAway();
			expect(playRounds(rounds)).toEqual(Array.from({ length: rounds }, () => 4));
		}
		// A larger one that goes well makes the limit grow after each round again.
		expect(playRounds(18).slice(-3)).toEqual([5, 6, 7]);
	});

	test('doubles above twice the last one that was turned away', () => {
		const { fill, comeBack, playRounds } = openLimit();
		fill(3);
		comeBack(TURNED_AWAY, TAKEN, TAKEN);
		expect(playRounds(6)).toEqual([2, 3, 4, 8, 16, 32]);
	});

	test('is tried again only after three times the Retry-After of a larger one', async () => {
		const { clock, fill, comeBack, playRounds } = openLimit();
		fill(3);
		comeBack(TURNED_AWAY, TAKEN, TAKEN);
		expect(playRounds(1)).toEqual([2]);
		fill(3);
		comeBack({ load: 'turnedAway', retryAfterMs: 1_000 }, TAKEN, TAKEN);
		await clock.pass(1_000);
		expect(playRounds(9)).toEqual(Array.from({ length: 9 }, () => 2));
		await clock.pass(2_000);
		expect(playRounds(3)).toEqual([2, 2, 3]);
	});
});

describe('where nothing else is in flight, the rate is limited', () => {
	test('so it goes on with half of what was taken, after a pause that grows', async () => {
		const { clock, fill, comeBack, playRounds } = openLimit();
		fill(8);
		comeBack(...Array.from({ length: 7 }, () => TAKEN), TURNED_AWAY);
		expect(fill()).toBe(0);
		await clock.pass(250);
		expect(fill()).toBe(3);
		comeBack(TURNED_AWAY, TURNED_AWAY, TURNED_AWAY);
		await clock.pass(499);
		expect(fill()).toBe(0);
		await clock.pass(1);
		// After a pause in vain, one start tries whether the service takes any.
		expect(fill()).toBe(1);
		comeBack(TAKEN);
		// It does, and has not said how many it takes at once.
		expect(playRounds(3)).toEqual([3, 6, 12]);
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
		limit.learn(TURNED_AWAY, 0);
		limit.leave();
		expect([limit.isGivenUp(0), limit.isGivenUp(1)]).toEqual([true, false]);
		await clock.pass(250);
		// One that is given up waits for no other one, and nothing is learned from it.
		expect([fill(1, 1), fill(5, 1), fill(5, 0)]).toEqual([1, 0, 5]);
		limit.learn(TURNED_AWAY, 0);
		expect(limit.isGivenUp(1)).toBe(false);
	});

	test('is waited for as long as its longest Retry-After says', async () => {
		const { clock, limit, fill } = openLimit();
		fill(2);
		for (const retryAfterMs of [60_000, 1_000]) {
			limit.learn({ load: 'turnedAway', retryAfterMs }, 0);
			limit.leave();
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
		expect(services.get(named('b'))).not.toBe(first);
		expect(services.get(named('a', CREDENTIAL.baseUrl.replace('flows', 'FLOWS')))).toBe(first);
		expect(services.get(named('a', 'https://other.example/'))).not.toBe(first);
		await clock.pass(9 * MINUTE_MS);
		expect(services.get(named('a'))).toBe(first);
		await clock.pass(10 * MINUTE_MS - 1);
		expect(services.get(named('a'))).toBe(first);
		await clock.pass(10 * MINUTE_MS);
		expect(services.get(named('a'))).not.toBe(first);
	});

	test('is not forgotten while a run uses it', async () => {
		const clock = new VirtualClock();
		const services = new KnownServices(clock);
		const used = services.get(named('a'));
		used.limit.runs.add({ next: undefined, sendNext: () => {} });
		await clock.pass(60 * MINUTE_MS);
		services.get(named('b'));
		expect(services.get(named('a'))).toBe(used);
	});
});
