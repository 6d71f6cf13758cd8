import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { createStart, startRequest } from '../../../nodes/TriggerFlow/request/startRequest';
import { anyText } from '../anyText.mts';
import { anyJsonObject } from '../context/anyJson.mts';
import { refusalOf } from '../errors/refusal.mts';

const URL = 'https://Flows.example.com:8443//v1/../start/?tenant=7&x=%2f';

test('the request is the documented one, all but its Authorization header', () => {
	expect(startRequest(createStart('sign-up-4d7x2p', { a: 1 }), URL)).toEqual({
		method: 'PUT',
		url: URL,
		headers: { 'Content-Type': 'application/json' },
		body: '{"slug":"sign-up-4d7x2p","context":{"a":1}}',
	});
	expect(startRequest(createStart('a', {}), URL).body).toBe('{"slug":"a","context":{}}');
});

test('the body has exactly slug and context, in that order, with the values that were given', () => {
	fc.assert(
		fc.property(anyText(), anyJsonObject, (slug, context) => {
			const body: unknown = JSON.parse(startRequest(createStart(slug, context), URL).body);
			expect(Object.keys(body as object)).toEqual(['slug', 'context']);
			expect(isDeepStrictEqual(body, { slug, context })).toBe(true);
		}),
	);
});

test('what is sent is what was checked, also when the context changes afterwards', () => {
	const context: Record<string, unknown> = { a: 1 };
	const start = createStart('echo-1', context);
	context.a = NaN;
	expect(startRequest(start, URL).body).toBe('{"slug":"echo-1","context":{"a":1}}');
});

test.each([[[1]], [NaN], [null], [undefined], ['{}']])('%p is no context', (context) => {
	const { message } = refusalOf(() => createStart('echo-1', context));
	expect(message).toMatch(/^The context is .*, but a flow expects a JSON object$/);
});
