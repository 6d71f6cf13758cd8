import type { Outcome } from '../../../nodes/TriggerFlow/shared/failure';
import {
	failed as failedStart,
	type ItemStart,
	type RunResult,
} from '../../../nodes/TriggerFlow/start/itemStart';
import {
	environmentsOf,
	failuresToTell,
	headlineOf,
	isWorthTelling,
	reportOf,
	reportOfFailure,
} from '../../../nodes/TriggerFlow/report/report';
import { ready } from '../../sending/modelService.mts';

const notBegun = ready('a');

const started = (attempts = 1, body = ''): ItemStart => ({
	kind: 'answered',
	ready: notBegun,
	attempts,
	answer: { statusCode: 200, headers: {}, body: Buffer.from(body) },
});

const page = started(1, '<!doctype html><p>Log in</p>');

const earlier = { ...started(3), isEarlier: true } as ItemStart;

const anew = (how: 'started' | 'may have started') =>
	({ ...started(), ready: { ...notBegun, anew: how } }) as ItemStart;

const failed = (outcome: Outcome, attempts = 1): ItemStart =>
	failedStart(notBegun, attempts, { outcome, message: 'm', description: 'd' });

const inDoubt = { ...failed('unknown'), isEarlier: true } as ItemStart;

const times = (count: number, start: ItemStart) => Array.from({ length: count }, () => start);

const run = (heldUp: number, ...starts: ItemStart[]): RunResult => ({ starts, heldUp });

test.each<[string, boolean, RunResult]>([
	['0 started', false, run(0)],
	['3 started', false, run(499, ...times(3, started()))],
	[
		'2 started, 1 rejected, 2 not started, 3 may have started, 4 not sent, 5 not begun',
		true,
		run(
			0,
			...times(5, notBegun),
			...times(4, failed('notSent', 0)),
			...times(3, failed('unknown')),
			...times(2, failed('notStarted')),
			failed('rejected'),
			...times(2, started()),
		),
	],
	['2 started, 1 without a callback', true, run(0, started(), failed('noCallback'))],
	['2 started; 2 tried more than once', true, run(0, started(2), started(4))],
	['1 started; held up by the service for 1 s', true, run(500, started())],
	['1 started; held up by the service for 12 s', true, run(12_400, started())],
	['1 started; 1 was started earlier and not sent again', true, run(0, started(), earlier)],
	['0 started; 4 were started earlier and not sent again', true, run(0, ...times(4, earlier))],
	['1 started, 1 may have started', true, run(0, started(), inDoubt)],
	[
		'2 started; 1 answered with a web page (HTML): check the endpoint URL',
		true,
		run(0, page, started()),
	],
	[
		'3 started; 1 of them started earlier, with another context; 2 of them may have started earlier, with another context',
		true,
		run(0, anew('started'), ...times(2, anew('may have started'))),
	],
])('%s: worth a hint: %p', (sentence, isWorth, result) => {
	expect(reportOf(result)).toBe(sentence);
	expect(isWorthTelling(result)).toBe(isWorth);
});

test('where starts go is said once, of all that could be prepared', () => {
	const credential = { ...notBegun.credential, environment: 'production' as const };
	const live: ItemStart = { ...notBegun, credential };
	expect(environmentsOf([started(), failed('rejected'), live, live])).toBe('QA and Production');
});

describe('the failures that an error tells', () => {
	const told = (...starts: ItemStart[]) =>
		failuresToTell(starts).map(([itemIndex, { outcome }]) => [itemIndex, outcome]);

	test('are the first of this try, and the first of each other outcome', () => {
		const starts = (['unknown', 'rejected', 'unknown', 'notStarted'] as const).map((outcome) =>
			failed(outcome),
		);
		expect(told(started(), ...starts)).toEqual([
			[1, 'unknown'],
			[2, 'rejected'],
			[4, 'notStarted'],
		]);
	});

	test('name what an earlier try left in doubt behind those of this try', () => {
		expect(told(inDoubt, inDoubt, notBegun, failed('rejected'), failed('unknown'))).toEqual([
			[3, 'rejected'],
			[4, 'unknown'],
			[0, 'unknown'],
		]);
		expect(told(started(), inDoubt, inDoubt)).toEqual([[1, 'unknown']]);
	});
});

describe('of a run that failed', () => {
	const REST =
		/\. To start only the rest, use "Retry with currently saved workflow" on execution 57 .*once\./;

	test.each<[string, boolean, ItemStart[]]>([
		['some were started', false, [started(), failed('rejected')]],
		['some may have started', false, [failed('unknown'), notBegun]],
		['a round of a loop came before', true, [failed('rejected')]],
	])('the rest can be started by Retry, where %s', (_what, isLaterRound, starts) => {
		const said = reportOfFailure(run(0, ...starts), 'execution 57', isLaterRound);
		expect(said).toMatch(REST);
	});

	test.each<[string, string, ItemStart[]]>([
		['nothing was started', '.', [failed('rejected'), notBegun]],
		['there is no rest', '. A new run starts all of them again.', [started(), failed('unknown')]],
	])('it cannot, where %s', (_what, end, starts) => {
		const failure = run(0, ...starts);
		expect(reportOfFailure(failure, 'execution 57', false)).toBe(`${reportOf(failure)}${end}`);
	});

	test('the headline says how many were started, and which item has failed', () => {
		const starts = [earlier, started(), failed('noCallback'), failed('rejected'), notBegun];
		expect(headlineOf(run(0, ...starts), 3, 'It was rejected')).toBe(
			'3 of 5 started. It was rejected [item 3]',
		);
		expect(headlineOf(run(0, failed('rejected')), 0, 'It was rejected')).toBe('It was rejected');
	});
});
