import type { Outcome } from '../../../nodes/TriggerFlow/rules/errors/failure';
import {
	failed as failedStart,
	type ItemStart,
	type RunResult,
} from '../../../nodes/TriggerFlow/rules/starts/itemStart';
import {
	environmentsOf,
	failuresToTell,
	headlineOf,
	isWorthTelling,
	reportOf,
	reportOfFailure,
} from '../../../nodes/TriggerFlow/rules/starts/report';
import { ready } from '../../sending/modelService.mts';

const notBegun = ready('a');

const started = (attempts = 1): ItemStart => ({
	kind: 'answered',
	ready: notBegun,
	attempts,
	answer: { statusCode: 200, headers: {}, body: Buffer.alloc(0) },
});

const earlier = (attempts = 1): ItemStart =>
	({ ...started(attempts), isEarlier: true }) as ItemStart;

const failed = (outcome: Outcome, attempts = 1): ItemStart =>
	failedStart(notBegun, attempts, { outcome, message: 'm', description: 'd' });

const times = (count: number, start: ItemStart) => Array.from({ length: count }, () => start);

const run = (heldUp: number, ...starts: ItemStart[]): RunResult => ({ starts, heldUp });

test.each<[string, RunResult]>([
	['0 started', run(0)],
	['1 started', run(0, started())],
	['3 started', run(0, ...times(3, started()))],
	['0 started, 1 rejected', run(0, failed('rejected'))],
	['0 started, 2 not started', run(0, ...times(2, failed('notStarted')))],
	['0 started, 1 may have started', run(0, failed('unknown'))],
	['0 started, 1 not sent', run(0, failed('notSent', 0))],
	['2 started, 1 without a callback', run(0, started(), failed('noCallback'))],
	['0 started, 1 not begun', run(0, notBegun)],
	[
		'998 started, 2 rejected; held up by the service for 12 s',
		run(12_000, ...times(2, failed('rejected')), ...times(998, started())),
	],
	[
		'2 started, 1 rejected, 2 not started, 3 may have started, 4 not sent, 5 not begun',
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
	['2 started; 1 tried more than once', run(0, started(1), started(2))],
	[
		'1 started, 1 not started; 2 tried more than once; held up by the service for 1 s',
		run(500, started(4), failed('notStarted', 4)),
	],
	['1 started; held up by the service for 2 s', run(1500, started())],
	['1 started', run(499, started())],
	[
		'2 started, 1 rejected; 4 were started earlier and not sent again',
		run(0, ...times(4, earlier(3)), ...times(2, started()), failed('rejected')),
	],
	['0 started; 1 was started earlier and not sent again', run(0, earlier())],
])('%s', (sentence, result) => {
	expect(reportOf(result)).toBe(sentence);
});

test.each<[string, boolean, RunResult]>([
	['when nothing was to be done', false, run(0)],
	['when all were started at the first try', false, run(0, ...times(9, started()))],
	['when all were started and the service was hardly slow', false, run(499, started())],
	['when one was retried', true, run(0, started(), started(2))],
	['when the service has held the run up', true, run(500, started())],
	['when one was rejected', true, run(0, started(), failed('rejected'))],
	['when one was not sent', true, run(0, started(), failed('notSent', 0))],
	['when one may have started', true, run(0, started(), failed('unknown'))],
	['when one was not begun', true, run(0, started(), notBegun)],
	['when one was started earlier', true, run(0, started(), earlier())],
])('%s there is something to tell: %p', (_when, isWorth, result) => {
	expect(isWorthTelling(result)).toBe(isWorth);
});

test('where starts go is said once, of all that could be prepared', () => {
	const live: ItemStart = {
		...notBegun,
		credential: { ...notBegun.credential, environment: 'production' },
	};
	expect(environmentsOf([])).toBe('');
	expect(environmentsOf([notBegun, started(), failed('rejected')])).toBe('QA');
	expect(environmentsOf([notBegun, live, live])).toBe('QA and Production');
});

describe('of the failures of a run are told', () => {
	const doubt = { ...failed('unknown'), isEarlier: true } as ItemStart;
	const told = (...starts: ItemStart[]) =>
		failuresToTell(starts).map(([itemIndex, { outcome }]) => [itemIndex, outcome]);

	test('none, where none failed', () => {
		expect(told(started(), notBegun, earlier())).toEqual([]);
	});

	test('the first of this try, and the first of each other outcome', () => {
		expect(
			told(
				started(),
				failed('unknown'),
				failed('rejected'),
				failed('unknown'),
				failed('notStarted'),
				failed('rejected'),
			),
		).toEqual([
			[1, 'unknown'],
			[2, 'rejected'],
			[4, 'notStarted'],
		]);
	});

	test('those of this try before what an earlier one left in doubt', () => {
		expect(told(doubt, doubt, notBegun, failed('rejected'), failed('unknown'))).toEqual([
			[3, 'rejected'],
			[4, 'unknown'],
			[0, 'unknown'],
		]);
	});

	test('that doubt, where nothing failed in this try', () => {
		expect(told(started(), doubt, doubt)).toEqual([[1, 'unknown']]);
	});

	test('with all that is known of them', () => {
		expect(failuresToTell([failed('rejected')])).toEqual([
			[0, { outcome: 'rejected', message: 'm', description: 'd' }],
		]);
	});
});

test('what an earlier try left in doubt counts as it did there', () => {
	const doubt = { ...failed('unknown'), isEarlier: true } as ItemStart;
	expect(reportOf(run(0, started(), doubt))).toBe('1 started, 1 may have started');
});

test('what an earlier try has started with another context is told', () => {
	const anew = { ...started(), ready: { ...notBegun, anew: 'started' } } as ItemStart;
	expect(reportOf(run(0, anew, started(), anew))).toBe(
		'3 started; 2 of them started earlier, with another context',
	);
	// "Of them" is of those that this run has started.
	expect(reportOf(run(0, earlier(), anew, started()))).toBe(
		'2 started; 1 of them started earlier, with another context; 1 was started earlier and not sent again',
	);
	expect(isWorthTelling(run(0, started(), anew))).toBe(true);
	const inDoubt = { ...started(), ready: { ...notBegun, anew: 'may have started' } } as ItemStart;
	expect(reportOf(run(0, anew, inDoubt, inDoubt))).toBe(
		'3 started; 1 of them started earlier, with another context; 2 of them may have started earlier, with another context',
	);
	expect(isWorthTelling(run(0, inDoubt))).toBe(true);
	const rejected = { ...failed('rejected'), ready: { ...notBegun, anew: 'started' } } as ItemStart;
	expect(reportOf(run(0, rejected, notBegun))).toBe('0 started, 1 rejected, 1 not begun');
});

describe('a run that failed', () => {
	test.each([
		['1 rejected', failed('rejected')],
		['1 not begun', notBegun],
	])('says how to start only the rest, where some were answered: %s', (rest, start) => {
		const said = reportOfFailure(run(0, started(), start), 'execution 57', false);
		expect(said.split('. To start only the rest, use')).toEqual([
			`1 started, ${rest}`,
			' "Retry with currently saved workflow" on execution 57 in the Executions tab, once. A new run starts all of them again, and that Retry those whose context you have changed.',
		]);
	});

	test('says so in a later round of a loop, whatever became of this one', () => {
		expect(reportOfFailure(run(0, failed('rejected')), 'execution 57', true)).toMatch(
			/^0 started, 1 rejected\. To start only the rest, use .* on execution 57/,
		);
	});

	test.each([
		['none was answered', [failed('rejected'), notBegun]],
		['nothing was sent', [failed('notSent'), failed('notSent')]],
	])('does not, where %s', (_what, results) => {
		const failure = run(0, ...results);
		expect(reportOfFailure(failure, 'execution 57', false)).toBe(`${reportOf(failure)}.`);
	});

	test.each([
		['there is no other but one in doubt', [started(), failed('unknown')]],
		['all are in doubt', [failed('unknown'), failed('unknown')]],
		['all were started', [started(), failed('noCallback')]],
	])('says what a new run does, where %s', (_what, results) => {
		const failure = run(0, ...results);
		expect(reportOfFailure(failure, 'execution 57', false)).toBe(
			`${reportOf(failure)}. A new run starts all of them again.`,
		);
	});

	test('says how to start only the rest, where others may have started', () => {
		const said = reportOfFailure(run(0, failed('unknown'), notBegun), 'execution 57', false);
		expect(said).toMatch(
			/^0 started, 1 may have started, 1 not begun\. To start only the rest, use /,
		);
	});

	test('says in its headline how many were started, and which item has failed', () => {
		const failure = run(0, ...times(3, earlier()), started(), failed('rejected'), notBegun);
		expect(headlineOf(failure, 4, 'The flow was rejected')).toBe(
			'4 of 6 started. Item 4: The flow was rejected',
		);
	});

	test('counts what was started and was not called back', () => {
		expect(headlineOf(run(0, started(), failed('noCallback')), 1, 'Nobody called')).toBe(
			'2 of 2 started. Item 1: Nobody called',
		);
	});

	test('counts from two items on', () => {
		expect(headlineOf(run(0, started(), failed('rejected')), 1, 'It was rejected')).toBe(
			'1 of 2 started. Item 1: It was rejected',
		);
	});

	test('of a single item needs no count', () => {
		expect(headlineOf(run(0, failed('rejected')), 0, 'The flow was rejected')).toBe(
			'The flow was rejected',
		);
	});
});
