import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { createPreview, createStartRequest } from '../../../nodes/TriggerFlow/start/startRequest';
import { anyJsonObject, anyText } from '../arbitraries.mts';
import { holding } from '../credential/requests.mts';

const URL = 'https://Flows.example.com:8443//v1/../start/?tenant=7&x=%2f';

test('makes the documented request without its Authorization header', () => {
	expect(createStartRequest({ slug: 'sign-up-4d7x2p', contextJson: '{"a":1}' }, URL)).toEqual({
		method: 'PUT',
		url: URL,
		headers: { 'Content-Type': 'application/json' },
		body: '{"slug":"sign-up-4d7x2p","context":{"a":1}}',
	});
});

test('sends exactly slug and context, in that order and unchanged', () => {
	fc.assert(
		fc.property(anyText(), anyJsonObject, (slug, context) => {
			const start = { slug, contextJson: JSON.stringify(context) };
			const body: unknown = JSON.parse(createStartRequest(start, URL).body);
			expect(Object.keys(body as object)).toEqual(['slug', 'context']);
			expect(isDeepStrictEqual(body, { slug, context })).toBe(true);
		}),
	);
});

test('shows the whole request, with a placeholder for the token', () => {
	const start = { slug: 'echo-1', contextJson: '{"b":[1,null],"a":{"c":"ü"}}' };
	expect(createPreview(start, { ...holding(), baseUrl: URL })).toEqual({
		environment: 'QA',
		method: 'PUT',
		url: URL,
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', 'Content-Type': 'application/json' },
		body: { slug: 'echo-1', context: { b: [1, null], a: { c: 'ü' } } },
	});
});

test('shows the token nowhere, wherever it was put', () => {
	const places = fc.subarray(['url', 'slug', 'key', 'value'], { minLength: 1 });
	const { accessToken } = holding();
	fc.assert(
		fc.property(places, anyJsonObject, (chosen, inner) => {
			const at = (place: string) => (chosen.includes(place) ? accessToken : 'x');
			const context = { inner, [at('key')]: [{ deep: `${at('value')}${at('value')}` }] };
			const start = { slug: `flow-${at('slug')}`, contextJson: JSON.stringify(context) };
			const credential = { ...holding(), baseUrl: `https://flows.example.com/${at('url')}` };
			const preview = JSON.stringify(createPreview(start, credential));
			expect(preview).not.toContain(accessToken);
			expect(preview).toContain('***');
		}),
	);
});
