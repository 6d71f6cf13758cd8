import type { MissingField } from '../../../nodes/StartFlow/context/contextMode';
import {
	createMissingFieldsHint,
	createRunHint,
	type Report,
} from '../../../nodes/StartFlow/report/hints';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import { exclude, type EndedStart } from '../../../nodes/StartFlow/start/itemStart';
import { ready } from '../send/modelService.mts';
import { failed, notTried, refused, run, started, times, withMemory } from './starts.mts';

const page = started(1, '<!doctype html><p>Log in</p>');

/** The hint of a run in QA, without its environment. */
const summarize = (...starts: EndedStart[]) =>
	createRunHint(run(0, ...starts))?.replace('QA: ', '');

const previouslyStarted = { ...started(3), isFromPreviousRun: true };
const uncertain = failed('unknown');
const previouslyUncertain = { ...uncertain, isFromPreviousRun: true };
const rejected = failed('rejected');

const retryOf = (...starts: EndedStart[]) => withMemory(run(0, ...starts), { isRetry: true });

const notStarted = failed('notStarted');
const excluded = exclude(ready('a'), rejected.failure);
const oneOfEach = [notTried, refused(), rejected, uncertain, notStarted, excluded, started()];

test('gives no hint when every start was answered without a pause, but for a run by hand', () => {
	const usual = run(0, ...times(3, started()));
	const byHand = withMemory(usual, { isByHand: true });
	expect(createRunHint(usual)).toBeUndefined();
	expect(createRunHint(byHand)).toBe('QA: 3 started');
	const formState = { isAutomatic: false, mappedCount: 1, fieldCount: 2, added: [], gone: [] };
	expect(createRunHint({ ...run(0, notTried), formState })).toBe('QA: 0 started; 1 not tried');
	const withoutFields = { ...formState, mappedCount: 0, fieldCount: 0 };
	expect(createRunHint({ ...byHand, formState })).toBe('QA: 3 started, 1 of 2 fields mapped');
	expect(createRunHint({ ...byHand, formState: withoutFields })).toBe('QA: 3 started');
});

test.each<[string, Report]>([
	[
		'1 started; 2 rejected: items 2 and 5; 1 not started: item 4; 1 may have started: item 3; 1 refused by the node: item 1; 1 not tried',
		run(0, ...oneOfEach),
	],
	['2 started; 1 of these without a callback: item 1', run(0, started(), failed('noCallback'))],
	['2 started; 2 tried more than once: items 0 and 1', run(0, started(2), started(4))],
	['1 started; attempts that the service turned away: 2', run(2, started())],
	[
		'0 started; in a previous run: 1 started; 2 may have started: items 0 and 1',
		retryOf(previouslyUncertain, previouslyUncertain, previouslyStarted),
	],
	// Retry On Fail
	['2 started; 1 may have started: item 1', run(0, previouslyStarted, uncertain, started())],
	['2 started; 1 answered with a web page (HTML): check the endpoint URL', run(0, page, started())],
])('gives a hint about anything else: %s', (sentence, result) => {
	expect(createRunHint(result)).toBe(`QA: ${sentence}`);
	expect(createRunHint(withMemory(result, { isByHand: true }))).toBe(`QA: ${sentence}`);
});

test('names each environment once, and none if no credential could be read', () => {
	const live: EndedStart = { ...notTried, environment: 'production' };
	expect(createRunHint(run(0, started(), live, live))).toMatch(/^QA and Production: /);
	expect(createRunHint(run(0, refused()))).toBe('0 started; 1 refused by the node');
});

test('names items by number and label', () => {
	const labelled = { ...rejected, findLabel: () => declareMasked('INV-1007') };
	const starts = [started(), labelled, rejected, refused('a'.repeat(31))];
	expect(summarize(...starts)).toBe(
		`1 started; 2 rejected: items 1 (INV-1007) and 2; 1 refused by the node: item 3 (${'a'.repeat(29)}…)`,
	);
});

describe('the hint about fields that gave nothing', () => {
	/** The hint of a run in which these fields of each item gave nothing. */
	const hintOf = (...fields: MissingField[][]) =>
		createMissingFieldsHint(
			fields.map((ofItem) => ({ ...notTried, missingFields: declareMasked(ofItem) })),
		);
	const empty = (name: string): MissingField => ({ name, reason: 'empty' });

	const other: MissingField[] = [
		{ name: 'a', reason: 'undefined' },
		{ name: 'b', reason: 'noSuchName' },
		{ name: 'd', reason: 'twoNames' },
		{ name: 'c', reason: 'oneValueForTwo' },
	];

	test.each<[string, ...MissingField[][]]>([
		['"email" (empty)', [empty('email')]],
		['"a" (empty) in 1 of 2: item 0', [empty('a'), empty('a')], []],
		['"a" (empty), 38 more', [{ ...empty('a'), moreCount: 38 }]],
		[
			'"plan" (empty) in 2 of 3: items 0 and 2, "a" (empty) in 1 of 3: item 0, "a" (the expression found nothing) in 1 of 3: item 1, "b" (no such name in the input) in 1 of 3: item 1, "d" (two names of the input fit) in 1 of 3: item 1, "c" (one value for two fields) in 1 of 3: item 1',
			[empty('plan'), empty('a')],
			other,
			[empty('plan')],
		],
	])('names each field with the reason and the number of items: %s', (hint, ...fields) => {
		expect(hintOf(...fields)).toBe(`Fields not sent: ${hint}`);
	});

	test('is none where all gave something, or a previous run sent the item', () => {
		expect(hintOf([], [])).toBeUndefined();
		const missingFields = declareMasked([empty('a')]);
		expect(createMissingFieldsHint([{ ...previouslyStarted, missingFields }])).toBeUndefined();
	});

	test('tells fields with long names apart', () => {
		const path = `${'session.'.repeat(10)}line`;
		const hint = hintOf([empty(`${path}1`), empty(`${path}2`)], []);
		expect(hint).toMatch(
			/…[^"]*line1" \(empty\) in 1 of 2: item 0, .*…[^"]*line2" \(empty\) in 1 of 2: item 0$/,
		);
	});

	test('names the first twelve of very many fields, and five items of each', () => {
		const fields = Array.from({ length: 20 }, (_, n) => empty(`f${n}`));
		const hint = hintOf(...Array.from({ length: 6 }, () => fields));
		expect(hint).toMatch(/, "f11" \(empty\) in 6 of 6: items 0, 1, 2, 3, 4 and 1 more, 8 more$/);
	});
});
