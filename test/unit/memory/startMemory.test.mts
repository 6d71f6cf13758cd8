import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { HttpAnswer } from '../../../nodes/StartFlow/http/attempt';
import {
	createIdentity,
	isSameStart,
	isSavedMemory,
	type RememberedStart,
} from '../../../nodes/StartFlow/memory/savedMemory';
import { CUT_OFF, recallStart, rememberStarts } from '../../../nodes/StartFlow/memory/startMemory';
import { OUTCOMES, type Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import {
	endBeforeTurn,
	exclude,
	type EndedStart,
	type FailedStart,
	isAwaited,
	type ReadyStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { refused } from '../report/starts.mts';
import { ready } from '../send/modelService.mts';

const answer: HttpAnswer = {
	statusCode: 201,
	headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
	body: Buffer.from('{"run":"ä 漢"}'),
};

const started = (start: ReadyStart, parts: Partial<HttpAnswer> = {}): EndedStart => ({
	...start,
	kind: 'answered',
	attempts: 2,
	answer: declareMasked({ ...answer, ...parts }),
	isFromPreviousRun: false,
});

const failed = (start: ReadyStart, outcome: Outcome, statusCode = 500): FailedStart => ({
	...start,
	kind: 'failed',
	attempts: 2,
	failure: declareMasked({
		outcome,
		message: 'The service failed (HTTP 500): the flow may have started',
		advice: ['what to do'],
		statusCode,
		body: 'the answer of the service',
	}),
	isFromPreviousRun: false,
});

const remember = (start: EndedStart, before?: RememberedStart[]) =>
	rememberStarts([start], before ? { 0: before } : {})[0];

/** The memory of an item, as n8n saves it with a failed execution. */
const remembered = (start: EndedStart, before?: RememberedStart[]) =>
	JSON.parse(JSON.stringify(remember(start, before))) as RememberedStart[];

const limit = { ms: 1_000, words: '1 second' };
const callback = { id: 'id-1', url: 'https://n8n.example.com', limit };

/** The same start, as a later run recalls it. */
const fromPreviousRun = (start: EndedStart) => ({ ...start, isFromPreviousRun: true });

describe('a start that was answered', () => {
	test('keeps its answer byte for byte, and is not sent again even with retryUnknown', () => {
		const body = Buffer.from([0, 0xff, 0xc3, 0x28, 0x0d, 0x0a]);
		for (const retryUnknown of [false, true]) {
			const start = ready('a', {}, { retryUnknown });
			const before = started(start, { body, missing: 'unreadable' });
			const memory = remembered(before);
			const again = recallStart(start, memory);
			expect(again).toEqual(fromPreviousRun(before));
			expect(recallStart(ready('b'), memory).kind).toBe('ready');
			expect(remember(again as EndedStart, memory)).toEqual(memory);
		}
	});

	test('keeps no answer when its flow calls back, and is not sent again even with retryUnknown', () => {
		const start = { ...ready('a', {}, { retryUnknown: true }), callback };
		const memory = remembered(started(start));
		expect(memory[0]).not.toHaveProperty('body');
		expect(recallStart({ ...ready('b'), callback }, memory).kind).toBe('ready');
		expect(recallStart(start, memory)).toMatchObject({
			kind: 'failed',
			failure: { outcome: 'noCallback', message: expect.stringMatching(/^The flow was started/) },
		});
	});

	test('is not waited for when only the Retry is to wait, because its flow knows no callback URL', () => {
		const start = ready('a');
		const again = recallStart({ ...start, callback }, remembered(started(start))) as EndedStart;
		expect(again.kind).toBe('answered');
		expect(isAwaited(again)).toBe(false);
	});

	test.each([
		['bodies', { headers: {}, body: Buffer.alloc(5_999_000) }],
		['headers', { headers: { 'x-long': 'a'.repeat(7_998_000) }, body: Buffer.alloc(0) }],
	])('keeps only its status once 16 MB of %s are kept, also by previous runs', (_what, large) => {
		const answers = [large, large, { headers: { 'x-run': '7' }, body: Buffer.alloc(5_000) }];
		const [first, ...others] = answers.map((one) => started(ready('a'), one));
		const before = rememberStarts([first as EndedStart], {});
		const kept = Object.values(rememberStarts(others, before)).flat();
		const notKept = { statusCode: 201, headers: {}, body: '', missing: 'notKept' };
		expect(kept[0]).not.toHaveProperty('missing', 'notKept');
		expect(kept[1]).not.toHaveProperty('missing', 'notKept');
		expect(kept[2]).toEqual(expect.objectContaining(notKept));
	});
});

describe('an uncertain start', () => {
	const start = ready('a');
	const withRetryUnknown = ready('a', {}, { retryUnknown: true });
	const memory = remembered(failed(start, 'unknown'));

	test('is not sent again, says what to do, and keeps nothing of what the service said', () => {
		const again = recallStart(start, memory);
		expect(again).toMatchObject({
			kind: 'failed',
			attempts: 2,
			isFromPreviousRun: true,
			failure: {
				outcome: 'unknown',
				message: expect.stringMatching(/\(HTTP 500\): the flow may have started.*not sent again$/),
				statusCode: 500,
			},
		});
		expect(remember(again as EndedStart, memory)).toEqual(memory);
		expect(JSON.stringify(memory)).not.toContain('the answer of the service');
	});

	test('is remembered as it last was', () => {
		const newer = remembered(failed(start, 'unknown', 502), memory);
		expect(recallStart(start, newer)).toMatchObject({ failure: { statusCode: 502 } });
	});

	test('is sent again with retryUnknown, until it was answered', () => {
		const again = recallStart(withRetryUnknown, memory) as ReadyStart;
		expect(again).toMatchObject(withRetryUnknown);
		expect(again.uncertainStart?.failure.message).toMatch(/the flow may have started$/);
		expect(again.uncertainStart?.failure.advice).toEqual(OUTCOMES.unknown.advice);
		const after = remembered(started(again), memory);
		for (const one of [withRetryUnknown, start]) {
			for (const all of [after, [...memory, ...after]])
				expect(recallStart(one, all)).toEqual(fromPreviousRun(started(one)));
		}
	});

	test('is one of which nothing is remembered if n8n was killed, but not an answered one', () => {
		expect(recallStart(start, [], CUT_OFF)).toMatchObject({ failure: { outcome: 'unknown' } });
		expect(recallStart(start, remembered(started(start)), CUT_OFF).kind).toBe('answered');
	});
});

test.each(Object.keys(OUTCOMES) as Outcome[])('remembers what ran or may have: %s', (outcome) => {
	const seen = remember(failed(ready('a'), outcome));
	const isExpected = outcome === 'unknown' || outcome === 'noCallback';
	expect(seen).toEqual(isExpected ? [expect.objectContaining({ outcome })] : undefined);
});

test('remembers nothing of a start that was not tried, or that another execution continues', () => {
	const start = ready('a');
	const { failure } = failed(start, 'unknown');
	expect(remember(endBeforeTurn(start))).toBeUndefined();
	expect(remember(exclude(start, failure))).toBeUndefined();
});

test('says of bad input that a previous run may have started it, and keeps what that one started', () => {
	const bad = refused();
	const memory = remembered(started(ready('a')));
	expect(recallStart(bad)).toEqual(bad);
	const message = 'The node refused this item, but a previous run may have started its flow';
	const failure = { outcome: 'unknown', message, reason: 'm', explanation: ['m.'] };
	expect(recallStart(bad, memory)).toMatchObject({ kind: 'refused', failure });
	expect(recallStart(bad, [], CUT_OFF)).toMatchObject({ kind: 'refused', failure });
	const { baseUrl } = ready('a').credential;
	const sameTarget = { ...bad, target: { baseUrl, slug: 'a' } };
	expect(recallStart(sameTarget, memory)).toMatchObject({ failure });
	const other = { ...bad, target: { baseUrl: `${baseUrl}live`, slug: 'a' } };
	expect(recallStart(other, memory)).toEqual(other);
	const ofBoth = [...remembered(started(ready('b'))), ...memory];
	expect(recallStart(sameTarget, ofBoth)).toMatchObject({ failure: { outcome: 'unknown' } });
	expect(remember(bad, memory)).toEqual(memory);
});

describe('a start', () => {
	const FIRST = {
		baseUrl: 'https://flows.example.com/start',
		slug: 'a',
		context: { x: 1 },
		parameters: 'p',
		item: { x: 1, y: 2 },
	};
	const identify = ({ context, parameters, item, ...target }: typeof FIRST) =>
		createIdentity(target, context, [parameters, item]);
	const SAME_URL = 'HTTPS://flows.example.com:443/start';
	type Parts = Partial<typeof FIRST>;

	const otherContext = { context: { x: 2 } };
	const otherSource = { parameters: 'q' };

	test.each<[string, Parts, boolean]>([
		['when nothing has changed', {}, true],
		['at the same address, written differently', { baseUrl: SAME_URL }, true],
		['with the same context from other parameters', otherSource, true],
		['with another context from the same parameters and item', otherContext, true],
		['at another address', { baseUrl: `${FIRST.baseUrl}/` }, false],
		['of another flow', { slug: 'b' }, false],
		['with another context from other parameters', { ...otherContext, ...otherSource }, false],
		['with another context from another item', { ...otherContext, item: { x: 1, y: 3 } }, false],
	])('%s (%j) is the same one: %p', (_how, parts, isSame) => {
		const other = { ...identify({ ...FIRST, ...parts }), kind: 'answered' } as RememberedStart;
		expect(isSameStart(identify(FIRST), other)).toBe(isSame);
	});
});

describe('what is saved', () => {
	const starts = rememberStarts([started(ready('a')), failed(ready('a'), 'unknown')], {});
	const saved = { version: 1, lastSenderIds: ['1'], roundIndex: 0, starts };
	const copy = () => JSON.parse(JSON.stringify(saved)) as typeof saved;

	const [answered] = Object.values(copy().starts).flat();
	const start = (changes: object) => ({ starts: { 0: [{ ...answered, ...changes }] } });

	const damage: object[] = [
		{ version: 2 },
		{ lastSenderIds: null },
		{ roundIndex: '0' },
		{ starts: null },
		{ starts: { 0: [null] } },
		...['kind', 'targetHash', 'contextHash', 'sourceHash'].map((key) => start({ [key]: 1 })),
	];
	const damaged = damage.map((changes) => ({ ...copy(), ...changes }));
	test.each([undefined, null, 'text', [], ...damaged])('is not read if it is %j', (foreign) => {
		expect(isSavedMemory(copy())).toBe(true);
		expect(isSavedMemory(foreign)).toBe(false);
	});
});
