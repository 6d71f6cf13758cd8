import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import type { MissingField } from '../../../nodes/StartFlow/context/contextMode';
import {
	createMissingFieldsHint,
	createFormHint,
	findFirstFailure,
	fitDescription,
	createHeadline,
	createRunHint,
	adviseRetry,
	summarizeRun,
	withEnvironment,
} from '../../../nodes/StartFlow/report/report';
import type {
	EndedStart,
	PreparedStart,
	RunResult,
} from '../../../nodes/StartFlow/start/itemStart';
import { CREDENTIAL, ready } from '../send/modelService.mts';

const notTried: EndedStart = { kind: 'untried', ready: ready('a') };

const started = (attempts = 1, body = '') => ({
	kind: 'answered' as const,
	ready: ready('a'),
	attempts,
	answer: declareMasked({ statusCode: 200, headers: {}, body: Buffer.from(body) }),
	isFromPreviousRun: false,
});

const page = started(1, '<!doctype html><p>Log in</p>');

const previouslyStarted = { ...started(3), isFromPreviousRun: true };

const failed = (outcome: Outcome, attempts = 1) => ({
	kind: 'failed' as const,
	ready: ready('a'),
	attempts,
	failure: declareMasked({ outcome, message: 'm', description: 'd' }),
	isFromPreviousRun: false,
});

const uncertain = { ...failed('unknown'), isFromPreviousRun: true };

/** An item that the node refused. */
const unprepared = (slug = 'a', label = ''): EndedStart & PreparedStart => ({
	kind: 'unprepared',
	slug: declareMasked(slug),
	environment: undefined,
	failure: declareMasked({ outcome: 'notSent', message: 'm', description: 'd' }),
	label: declareMasked(label),
});

const times = (count: number, start: EndedStart) => Array.from({ length: count }, () => start);

const run = (ms: number, ...starts: EndedStart[]): RunResult => ({
	starts,
	heldBack: { attempts: 0, ms },
});

test('gives no hint when every start was answered without a pause', () => {
	expect(createRunHint(run(0), false)).toBeUndefined();
	expect(createRunHint(run(499, ...times(3, started())), false)).toBeUndefined();
});

test('says where a run that was started by hand went, also if every start was answered', () => {
	expect(createRunHint(run(0, ...times(3, started())), true)).toBe('QA: 3 started');
	expect(withEnvironment([ready('a')], 'preview, nothing was sent')).toBe(
		'QA: preview, nothing was sent',
	);
});

test.each<[string, RunResult]>([
	[
		'2 started; 1 rejected: item 9; 2 not started: items 13 and 14; 3 may have started: items 10, 11 and 12; 4 refused by the node: items 5, 6, 7 and 8; 5 not tried',
		run(
			0,
			...times(5, notTried),
			...times(4, unprepared()),
			failed('rejected'),
			...times(3, failed('unknown')),
			...times(2, failed('notStarted')),
			...times(2, started()),
		),
	],
	['2 started; 1 of these without a callback: item 1', run(0, started(), failed('noCallback'))],
	['2 started; 2 needed more than one attempt', run(0, started(2), started(4))],
	['1 started; the service held the run back for 12 s', run(12_400, started())],
	[
		'1 started; not sent again, because of a previous run: 1 started',
		run(0, started(), previouslyStarted),
	],
	[
		'0 started; not sent again, because of a previous run: 4 started',
		run(0, ...times(4, previouslyStarted)),
	],
	['2 started; 1 answered with a web page (HTML): check the endpoint URL', run(0, page, started())],
])('gives a hint about anything else: %s', (sentence, result) => {
	expect(summarizeRun(result)).toBe(sentence);
	expect(createRunHint(result, false)).toBe(`QA: ${sentence}`);
	expect(createRunHint(result, true)).toBe(`QA: ${sentence}`);
});

/** Of each outcome: how a summary counts it, and whether the flow ran. */
const OUTCOME_FACTS: Record<Outcome, { summary: string; ran: 'no' | 'maybe' | 'yes' }> = {
	noCallback: { summary: '4 started; 3 of these without a callback', ran: 'yes' },
	rejected: { summary: '1 started; 3 rejected', ran: 'no' },
	notStarted: { summary: '1 started; 3 not started', ran: 'no' },
	unknown: { summary: '1 started; 3 may have started', ran: 'maybe' },
	notSent: { summary: '1 started; 3 refused by the node', ran: 'no' },
};

describe.each(Object.entries(OUTCOME_FACTS))('a start with %s', (name, { summary, ran }) => {
	const start = failed(name as Outcome);
	const refused: EndedStart = { kind: 'refused', ready: ready('a'), failure: start.failure };
	const isAdvised = (...starts: EndedStart[]) =>
		adviseRetry(run(0, ...starts), '57', false) !== undefined;

	test('is counted in the summary, also if a previous run made it or it was refused', () => {
		const named = `${summary}: items 1, 2 and 3`;
		expect(summarizeRun(run(0, started(), ...times(3, start)))).toBe(named);
		expect(summarizeRun(run(0, started(), ...times(3, refused)))).toBe(named);
		const previous = { ...start, isFromPreviousRun: true };
		expect(summarizeRun(run(0, ...times(3, previous), previouslyStarted))).toBe(
			`0 started; not sent again, because of a previous run: ${summary}: items 0, 1 and 2`,
		);
	});

	test('points to Retry for the rest, as far as its flow ran', () => {
		expect(isAdvised(start, notTried)).toBe(ran !== 'no');
		expect(isAdvised(start, started())).toBe(ran === 'no');
		expect(isAdvised(start, start)).toBe(false);
	});

	test('counts in the headline as started only if its flow certainly ran', () => {
		expect(createHeadline(run(0, start, notTried), 'It failed')[0]).toBe(
			`${ran === 'yes' ? 1 : 0} of 2 started. It failed`,
		);
	});
});

test('names each environment once in a hint', () => {
	const credential = { ...CREDENTIAL, environment: 'Production' } as const;
	const live: EndedStart = { kind: 'untried', ready: { ...ready('a'), credential } };
	expect(createRunHint(run(0, started(), live, live), false)).toMatch(/^QA and Production: /);
});

test('begins a hint with the counts if no credential could be read', () => {
	expect(createRunHint(run(0, unprepared('')), false)).toBe('0 started; 1 refused by the node');
});

test('finds the first failure of this run before an uncertain start of a previous run', () => {
	expect(findFirstFailure([started(), uncertain, failed('rejected')])?.itemIndex).toBe(2);
	expect(findFirstFailure([started(), uncertain, uncertain])?.itemIndex).toBe(1);
	expect(findFirstFailure([started()])).toBeUndefined();
});

test('says in the headline how many were started, in 120 characters', () => {
	const starts = [previouslyStarted, started(), failed('noCallback'), failed('rejected'), notTried];
	expect(createHeadline(run(0, ...starts), 'It was rejected')).toEqual([
		'3 of 5 started. It was rejected',
		'',
	]);
	expect(createHeadline(run(0, failed('rejected')), 'It was rejected')[0]).toBe('It was rejected');
	const long = `It was rejected. ${'Do this'.repeat(20)}`;
	expect(createHeadline(run(0, ...starts), long)).toEqual([
		'3 of 5 started. It was rejected',
		`${'Do this'.repeat(20)}.`,
	]);
	expect(createHeadline(run(0, ...starts), 'a'.repeat(200))[0]).toMatch(
		/^3 of 5 started\. a{103}…$/,
	);
	expect(createHeadline(run(0, failed('rejected')), 'a'.repeat(200))[0]).toMatch(/^a{119}…$/);
});

describe('a description', () => {
	const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

	test('has what the service said, then the rest', () => {
		expect(fitDescription('It said no.', ['Do this.', '', 'QA: 1 started.'])).toBe(
			'It said no. Do this. QA: 1 started.',
		);
		expect(fitDescription(undefined, ['Do this.'])).toBe('Do this.');
	});

	test('has sixty words at most, and what is cut is what the service said', () => {
		const description = fitDescription(words(100), [words(40), 'The end.']);
		expect(description.split(' ')).toHaveLength(60);
		expect(description).toMatch(/w16 … w0 .* w39 The end\.$/);
	});
});

describe('the items of a kind', () => {
	const withContext = (context: object) => ({
		...failed('rejected'),
		ready: ready('a', context),
	});

	test('are named by number and by the first text or number of their context', () => {
		const starts = [
			started(),
			withContext({ isNew: true, order: { id: 'INV-1007' }, name: 'Ada' }),
			withContext({ list: [null, 12], name: 'Ada' }),
			withContext({ token: `x ${CREDENTIAL.accessToken}` }),
		];
		expect(summarizeRun(run(0, ...starts))).toBe(
			'1 started; 3 rejected: items 1 (INV-1007), 2 (12) and 3 (x ***)',
		);
		expect(summarizeRun(run(0, started(), unprepared('a', 'INV-1012')))).toBe(
			'1 started; 1 refused by the node: item 1 (INV-1012)',
		);
	});

	test('are named up to five, and not in a run of one', () => {
		expect(summarizeRun(run(0, ...times(7, failed('unknown'))))).toBe(
			'0 started; 7 may have started: items 0, 1, 2, 3, 4 and 2 more',
		);
		expect(summarizeRun(run(0, failed('unknown')))).toBe('0 started; 1 may have started');
	});
});

describe('a form', () => {
	const form = { fieldCount: 6, mappedCount: 4, added: [], gone: [] };

	test('is counted in the hint of a run by hand', () => {
		const result = run(0, started(), failed('rejected'));
		expect(createRunHint(result, true, form)).toBe(
			'QA: 1 started, 4 of 6 fields mapped; 1 rejected: item 1',
		);
		expect(createRunHint(result, false, form)).toBe('QA: 1 started; 1 rejected: item 1');
	});

	test('that is out of date says what is new and what is gone', () => {
		expect(createFormHint(form)).toBeUndefined();
		const changed = { ...form, added: ['poNumber'], gone: ['customer.email'] };
		expect(createFormHint(changed)).toMatch(
			/other fields than the form \(new: "poNumber"; gone: "customer\.email"\)\. Choose ⋮ → Refresh Field List/,
		);
	});
});

test.each<[string, boolean, EndedStart[], boolean]>([
	['some were started', true, [started(), failed('rejected')], false],
	['some may have started', true, [failed('unknown'), notTried], false],
	['a round of a loop came before', true, [failed('rejected')], true],
	['nothing was started', false, [failed('rejected'), notTried], false],
	['nothing is left but an uncertain start', false, [started(), failed('unknown')], false],
])('points to Retry for the rest when %s: %p', (_what, isShown, starts, isLaterRound) => {
	const advice = adviseRetry(run(0, ...starts), '57', isLaterRound) ?? '';
	expect(/retry execution 57, only once, if n8n saved it\.$/.test(advice)).toBe(isShown);
});

describe('the hint about fields that gave nothing', () => {
	const start = (...missingFields: MissingField[]): PreparedStart => ({
		...ready('a'),
		missingFields,
	});
	const empty = (name: string): MissingField => ({ name, reason: 'empty' });
	const bad = unprepared();

	test('is undefined when each field gave something', () => {
		expect(createMissingFieldsHint([start(), ready('a'), bad])).toBeUndefined();
	});

	test('names each field with the reason and the number of items', () => {
		expect(createMissingFieldsHint([start(empty('email'))])).toBe(
			'Fields not sent (empty): "email" in 1 of 1 item',
		);
		const other: MissingField[] = [
			{ name: 'a', reason: 'undefined' },
			{ name: 'b', reason: 'noSuchName' },
			{ name: 'c', reason: 'oneValueForTwo' },
		];
		const starts = [start(empty('plan'), empty('a')), start(...other), start(empty('plan')), bad];
		expect(createMissingFieldsHint(starts)).toBe(
			'Fields not sent (empty): "plan" in 2 of 3 items (0, 2), "a" in 1 of 3 items (0). Fields not sent (the expression found nothing): "a" in 1 of 3 items (1). Fields not sent (no such name in the input): "b" in 1 of 3 items (1). Fields not sent (one value for two fields): "c" in 1 of 3 items (1)',
		);
	});

	test('names the first twelve of very many fields, and the token in none', () => {
		const fields = Array.from({ length: 20 }, (_, n) => empty(`f${n}`));
		expect(createMissingFieldsHint([start(...fields)])).toMatch(/ "f11" in 1 of 1 item, 8 more$/);
		expect(createMissingFieldsHint([start(empty(`x ${CREDENTIAL.accessToken}`))])).toMatch(
			/ "x \*\*\*" in 1/,
		);
	});
});
