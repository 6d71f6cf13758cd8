import fc from 'fast-check';

import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import {
	isAwaited,
	createNoCallbackStart,
	createPendingCallback,
	parsePendingCallback,
	type AwaitedStart,
} from '../../../nodes/StartFlow/callback/pendingCallback';
import type { NodeOptions } from '../../../nodes/StartFlow/options';
import { getMaskedSlug } from '../../../nodes/StartFlow/start/itemStart';
import { anyJson, anyJsonObject } from '../arbitraries.mts';
import { anyCut, anyDamage, anyReplacement, OTHER_VERSIONS, toPlain } from '../memory/damage.mts';
import { ready } from '../send/modelService.mts';

const callback = { id: 'id-1', limit: { ms: 86_400_000, words: '24 hours' } };

const answered = (body = '{"run":7}', options: Partial<NodeOptions> = {}): AwaitedStart => ({
	kind: 'answered',
	ready: { ...ready('approve-1', {}, options), callback },
	attempts: 2,
	answer: declareMasked({
		statusCode: 202,
		headers: { 'x-run': '7' },
		body: Buffer.from(body),
	}),
	isFromPreviousRun: false,
});

test('waits for an answered start whose flow calls back', () => {
	expect(isAwaited(answered())).toBe(true);
	expect(isAwaited({ ...answered(), ready: ready('approve-1') })).toBe(false);
	expect(isAwaited({ kind: 'untried', ready: answered().ready })).toBe(false);
});

test('says in one message what to do when no callback comes in time', () => {
	const failed = createNoCallbackStart(answered());
	const { failure, attempts } = failed;
	expect({ slug: getMaskedSlug(failed), attempts }).toEqual({ slug: 'approve-1', attempts: 2 });
	expect(failure).toMatchObject({ outcome: 'noCallback', body: { run: 7 } });
	expect(failure.message).toMatch(
		/^The flow "approve-1" did not call back \(limit: 24 hours\): the flow was started\. Check in/,
	);
	expect(createNoCallbackStart(answered('')).failure.body).toBeUndefined();
});

describe('the stored data of a pending callback', () => {
	const layout = { fullResponse: false, includeInput: false, responseFormat: 'auto' };
	const input = { email: 'ada@example.com' };

	test('has the id, the limit, and the options for the answer', () => {
		expect(createPendingCallback(answered(), input, 5_000)).toEqual({
			version: 1,
			id: 'id-1',
			until: 86_405_000,
			statusCode: 202,
			itemOptions: { layout, input: {}, callback: {} },
		});
	});

	test('also has the input item and the answer when the options ask for them', () => {
		const start = answered('[1]', { fullResponse: true, includeInput: true });
		expect(createPendingCallback(start, input, 5_000)).toEqual({
			version: 1,
			id: 'id-1',
			until: 86_405_000,
			statusCode: 202,
			itemOptions: {
				layout: { ...layout, fullResponse: true, includeInput: true },
				input,
				callback: { startResponse: { statusCode: 202, headers: { 'x-run': '7' }, body: [1] } },
			},
		});
	});

	test('is parsed as it was saved', () => {
		const saved = createPendingCallback(answered(), input);
		expect(parsePendingCallback(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
	});

	test('is not parsed if it has another version, is cut, or is anything else', () => {
		const saved = createPendingCallback(answered(), input);
		fc.assert(
			fc.property(anyDamage(saved), (damaged) => {
				expect(parsePendingCallback(damaged)).toBeUndefined();
			}),
		);
	});

	const anyPending = fc
		.record({
			body: anyJson.map((value) => JSON.stringify(value)),
			fullResponse: fc.boolean(),
			includeInput: fc.boolean(),
			anyInput: anyJsonObject,
		})
		.map(({ body, fullResponse, includeInput, anyInput }) =>
			createPendingCallback(answered(body, { fullResponse, includeInput }), anyInput),
		);

	test('is parsed to the same after n8n has saved it as JSON, whatever it contains', () => {
		fc.assert(
			fc.property(anyPending, (pending) => {
				expect(parsePendingCallback(pending)).toBe(pending);
				expect(parsePendingCallback(toPlain(pending))).toEqual(toPlain(pending));
			}),
		);
	});

	test('is not parsed if a required property is cut, at any depth', () => {
		const isRequired = (path: readonly string[]) =>
			path.length === 1 || (path.length === 2 && path[0] === 'itemOptions');
		const cut = anyPending.chain((pending) => anyCut(pending, isRequired));
		fc.assert(
			fc.property(cut, (damaged) => {
				expect(parsePendingCallback(damaged)).toBeUndefined();
			}),
		);
	});

	test('throws nothing, whatever stands in the place of one property', () => {
		const foreign = anyPending.chain((pending) => anyReplacement(pending));
		fc.assert(
			fc.property(fc.oneof(foreign, anyJson, fc.anything()), (damaged) => {
				expect(() => parsePendingCallback(damaged)).not.toThrow();
			}),
		);
	});

	test.each(OTHER_VERSIONS)('is not parsed with the version %j', (version) => {
		const pending = createPendingCallback(answered(), input);
		expect(parsePendingCallback({ ...pending, version })).toBeUndefined();
		expect(parsePendingCallback(toPlain({ ...pending, version }))).toBeUndefined();
	});
});
