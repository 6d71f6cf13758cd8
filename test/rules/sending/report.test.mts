import type { Outcome } from '../../../nodes/TriggerFlow/rules/errors/failure';
import type { StartResult } from '../../../nodes/TriggerFlow/rules/outcome/attempt';
import {
	isWorthTelling,
	reportOf,
	reportOfFailure,
} from '../../../nodes/TriggerFlow/rules/sending/report';
import type { RunResult } from '../../../nodes/TriggerFlow/rules/sending/startAll';

const started = (attempts = 1): StartResult => ({
	attempts,
	answer: { statusCode: 200, headers: {}, body: Buffer.alloc(0) },
});

const failed = (outcome: Outcome, attempts = 1): StartResult => ({
	attempts,
	failure: { outcome, message: 'm', description: 'd' },
});

const times = (count: number, result: StartResult | undefined) =>
	Array.from({ length: count }, () => result);

const run = (heldUp: number, ...results: RunResult['results']): RunResult => ({ results, heldUp });

test.each<[string, RunResult]>([
	['0 started', run(0)],
	['1 started', run(0, started())],
	['3 started', run(0, ...times(3, started()))],
	['0 started, 1 rejected', run(0, failed('rejected'))],
	['0 started, 2 not started', run(0, ...times(2, failed('notStarted')))],
	['0 started, 1 may have started', run(0, failed('unknown'))],
	['0 started, 1 not sent', run(0, failed('notSent', 0))],
	['0 started, 1 not begun', run(0, undefined)],
	[
		'998 started, 2 rejected; held up by the service for 12 s',
		run(12_000, ...times(2, failed('rejected')), ...times(998, started())),
	],
	[
		'2 started, 1 rejected, 2 not started, 3 may have started, 4 not sent, 5 not begun',
		run(
			0,
			...times(5, undefined),
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
	['when one was not begun', true, run(0, started(), undefined)],
])('%s there is something to tell: %p', (_when, isWorth, result) => {
	expect(isWorthTelling(result)).toBe(isWorth);
});

test('a list with holes counts them as not begun', () => {
	const results: RunResult['results'] = Array.from({ length: 3 });
	results[1] = started();
	expect(reportOf({ results, heldUp: 0 })).toBe('1 started, 2 not begun');
	expect(isWorthTelling({ results, heldUp: 0 })).toBe(true);
});

describe('a run that failed', () => {
	test('says how to start only the rest, where some were answered', () => {
		expect(reportOfFailure(run(0, started(), failed('rejected')), 'execution 57')).toMatch(
			/^1 started, 1 rejected\. To start only the rest, use Retry on execution 57 in the Executions tab, once/,
		);
	});

	test.each([
		['was answered', [failed('rejected'), undefined]],
		['is sure', [failed('unknown')]],
	])('does not, where none %s', (_what, results) => {
		const failure = run(0, ...results);
		expect(reportOfFailure(failure, 'execution 57')).toBe(`${reportOf(failure)}.`);
	});
});
