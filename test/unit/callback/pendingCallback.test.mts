import {
	isAwaited,
	late,
	refuseTooLate,
	type AwaitedStart,
	pendingCallback,
} from '../../../nodes/TriggerFlow/callback/pendingCallback';
import type { NodeOptions } from '../../../nodes/TriggerFlow/options/readOptions';
import type { AnsweredStart } from '../../../nodes/TriggerFlow/start/itemStart';
import { ready } from '../../sending/modelService.mts';

const callback = { id: 'id-1', limit: { ms: 86_400_000, words: '24 hours' } };

const answered = (body = '{"run":7}', options: Partial<NodeOptions> = {}): AwaitedStart => ({
	kind: 'answered',
	ready: { ...ready('approve-1', {}, options), callback },
	attempts: 2,
	answer: { statusCode: 202, headers: { 'x-run': '7' }, body: Buffer.from(body) },
});

const plain: AnsweredStart = { ...answered(), ready: ready('approve-1') };

const ADVICE =
	'Look in the integration platform what became of it before you start it again, so that it does not run twice.';

test('awaited is a start that was answered, and whose flow calls back', () => {
	expect(isAwaited(answered())).toBe(true);
	expect(isAwaited(plain)).toBe(false);
	expect(isAwaited(answered().ready)).toBe(false);
});

test('where nobody calls back in time, the one message says what to do next', () => {
	const { slug, attempts, failure } = late(answered());
	expect({ slug, attempts }).toEqual({ slug: 'approve-1', attempts: 2 });
	expect(failure).toMatchObject({ outcome: 'noCallback', body: { run: 7 } });
	expect(failure.message).toBe(
		`The flow "approve-1" (QA) did not call back while this execution waited, 24 hours at most: the flow was started. ${ADVICE}`,
	);
	expect(late(answered('')).failure).not.toHaveProperty('body');
});

test('for what is answered when the run is over, nobody waits', () => {
	const [failed, ...others] = refuseTooLate([answered(), plain, plain.ready]);
	expect(others).toEqual([plain, plain.ready]);
	expect(failed).toMatchObject({
		kind: 'failed',
		failure: {
			outcome: 'noCallback',
			message:
				'The flow "approve-1" (QA) was answered when the run had ended, so nobody waits for its callback: the flow was started',
			description: ADVICE,
		},
	});
});

describe('what is kept for a callback', () => {
	const layout = { fullResponse: false, includeInput: false, responseFormat: 'auto' };

	test('is its id, how long it counts, and how it is laid out', () => {
		expect(pendingCallback(answered(), { email: 'ada@example.com' }, 5_000)).toEqual({
			id: 'id-1',
			since: 5_000,
			until: 5_000 + answered().ready.callback.limit.ms,
			layout,
			statusCode: 202,
			input: {},
		});
	});

	test('is also what is asked for beside it', () => {
		const start = answered('[1]', { fullResponse: true, includeInput: true });
		expect(pendingCallback(start, { email: 'ada@example.com' })).toEqual({
			id: 'id-1',
			since: expect.any(Number),
			until: expect.any(Number),
			layout: { ...layout, fullResponse: true, includeInput: true },
			statusCode: 202,
			input: { email: 'ada@example.com' },
			started: { statusCode: 202, headers: { 'x-run': '7' }, body: [1] },
		});
	});
});
