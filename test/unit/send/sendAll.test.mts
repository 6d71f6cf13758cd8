import { sendAll, type SendAllOptions } from '../../../nodes/StartFlow/send/sendAll';
import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import type {
	AnsweredStart,
	FailedStart,
	RecalledStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { failed, started } from '../report/starts.mts';
import {
	type Arrival,
	bodyFor,
	manyReady,
	ModelService,
	optionsFor,
	type Reaction,
	reactions,
	ready,
	runAll,
	startedAs,
	summaryOf,
} from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

/** A service on a new clock, and the signal that ends its requests in flight. */
function serviceThat(react: (arrival: Arrival) => Reaction) {
	const clock = new VirtualClock();
	const person = new AbortController();
	const service = new ModelService(clock, react).cancelOn(person.signal);
	const run = async (starts: RecalledStart[], changes: Partial<SendAllOptions> = {}) =>
		await runAll(clock, service, starts, changes);
	return { clock, service, person, run };
}

const startsAll = ({ slug }: Arrival) => reactions.starts(slug);

const uncertain: FailedStart = { ...failed('unknown'), attempts: 2, isFromPreviousRun: true };

const answeredBefore = (slug: string): AnsweredStart => ({
	...started(1, bodyFor(slug)),
	isFromPreviousRun: true,
});

const slugs = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('a further attempt goes before new starts', async () => {
	const { service, run } = serviceThat(({ slug, attempt }) =>
		slug === '0' && attempt === 1 ? reactions.refuses() : reactions.starts(slug, 1000),
	);
	await run(manyReady(30), { concurrency: 20, stopOnFailure: true });
	expect(service.arrivals[11]?.slug).toBe('0');
});

test('the number in flight begins with 10, doubles with each round up to the limit, and is remembered', async () => {
	const { clock, service, run } = serviceThat(({ slug }) => reactions.starts(slug, 100));
	const services = new KnownServices(clock);
	const roundsOf = async (...first: RecalledStart[]) => {
		const begunAt = clock.elapsed;
		const before = service.arrivals.length;
		await run([...first, ...manyReady(600)], { concurrency: 200, services });
		const times = service.arrivals.slice(before).map(({ at }) => at - begunAt);
		return slugs(7).map((n) => times.filter((at) => at === 100 * Number(n)).length);
	};
	expect(await roundsOf()).toEqual([10, 20, 40, 80, 160, 200, 90]);
	expect(await roundsOf()).toEqual([200, 200, 200, 0, 0, 0, 0]);
	// A start of another flow, which begins with 10, changes nothing.
	expect((await roundsOf(ready('another flow')))[0]).toBe(200);
});

test('a flow is known for ten minutes after the end of a run, however long the run took', async () => {
	const { clock, run } = serviceThat(({ slug }) => reactions.starts(slug, 11 * 60_000));
	const services = new KnownServices(clock);
	const known = services.get(ready('flow'));
	await run(manyReady(1, { timeout: 20 * 60_000 }), { services });
	expect(services.get(ready('flow'))).toBe(known);
});

test('a run finds out nothing about the number in flight while a limit holds it back', async () => {
	const clock = new VirtualClock();
	const services = new KnownServices(clock);
	let busy = 0;
	const service = new ModelService(clock, ({ slug }) => {
		if (busy === 5) return reactions.tooMany();
		busy++;
		clock.in(200, () => busy--);
		return reactions.starts(slug, 210);
	});
	await runAll(clock, service, manyReady(100), { services });
	expect(services.get(ready('flow')).window).toBeUndefined();
});

describe('with stopOnFailure', () => {
	const stopOnFailure = true;

	test('after a failure no start is sent, those in flight finish, and none waits', async () => {
		const { clock, service, run } = serviceThat(({ slug }) => {
			if (slug === '0') return reactions.tooMany('200', 10);
			if (slug === '1') return reactions.rejects(400, 1000);
			return reactions.starts(slug, 1500);
		});
		const result = await run(manyReady(20), { stopOnFailure, concurrency: 4 });
		expect(summaryOf(result)).toEqual([
			'notStarted, 1',
			'rejected, 1',
			startedAs('2'),
			startedAs('3'),
			...slugs(16).map(() => 'not tried'),
		]);
		expect(result.endedBy).toBe(1);
		expect(clock.elapsed).toBe(1500);
		await clock.runOut();
		expect(service.arrivals).toHaveLength(4);
	});

	test('a start that is not sent keeps its result of a previous run', async () => {
		const { run } = serviceThat(() => reactions.rejects());
		const starts = [
			ready('0'),
			ready('1'),
			answeredBefore('2'),
			{ ...ready('3'), uncertainStart: uncertain },
		];
		expect(summaryOf(await run(starts, { concurrency: 1, stopOnFailure }))).toEqual([
			'rejected, 1',
			'not tried',
			startedAs('2'),
			'unknown, 2',
		]);
	});
});

describe('a stopped run', () => {
	test('sends nothing when it was stopped before', async () => {
		const { service, person, run } = serviceThat(startsAll);
		person.abort();
		const result = await run(manyReady(1), { signal: person.signal });
		expect(summaryOf(result)).toEqual(['not tried']);
		expect(service.arrivals).toEqual([]);
	});

	test.each([
		['with starts in flight', 250, ({ slug }: Arrival) => reactions.starts(slug, 100)],
		['in the middle of a pause', 5000, () => reactions.tooMany('100', 10)],
		['between two attempts', 100, () => reactions.refuses(10)],
		['with one that never answers', 1000, () => reactions.timesOut(1e9)],
	])('ends at once, and sends nothing afterwards: %s', async (_what, after, react) => {
		const { clock, service, person } = serviceThat(react);
		clock.random = () => 1;
		const options = optionsFor(clock, service, { signal: person.signal });
		const run = sendAll(manyReady(1000), options);
		await clock.pass(after);
		const before = service.arrivals.length;
		person.abort();
		const { starts } = await clock.run(run);
		expect(clock.elapsed).toBe(after);
		await clock.runOut();
		expect(service.arrivals).toHaveLength(before);
		const attempted = starts.filter(({ kind }) => kind !== 'untried');
		expect(attempted).toHaveLength(new Set(service.arrivals.map(({ slug }) => slug)).size);
	});
});
