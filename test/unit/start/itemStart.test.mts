import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import {
	createPreview,
	createStartRequest,
	type ReadyStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { anyJsonObject, anyText } from '../arbitraries.mts';
import { holding } from '../credential/requests.mts';
import { ready } from '../send/modelService.mts';

const URL = 'https://Flows.example.com:8443//v1/../start/?tenant=7&x=%2f';

const startOf = (slug: string, contextJson: string, baseUrl = URL): ReadyStart => ({
	...ready(slug),
	contextJson,
	credential: { ...holding(), baseUrl },
});

test('makes the documented request without its Authorization header', () => {
	expect(createStartRequest(startOf('sign-up-4d7x2p', '{"a":1}'))).toEqual({
		method: 'PUT',
		url: URL,
		headers: { 'Content-Type': 'application/json' },
		body: '{"slug":"sign-up-4d7x2p","context":{"a":1}}',
	});
});

test('sends exactly slug and context, in that order and unchanged', () => {
	fc.assert(
		fc.property(anyText(), anyJsonObject, (slug, context) => {
			const start = startOf(slug, JSON.stringify(context));
			const body: unknown = JSON.parse(createStartRequest(start).body);
			expect(Object.keys(body as object)).toEqual(['slug', 'context']);
			expect(isDeepStrictEqual(body, { slug, context })).toBe(true);
		}),
	);
});

test('shows the whole request, with a placeholder for the token', () => {
	const start = startOf('echo-1', '{"b":[1,null],"a":{"c":"ü"}}');
	expect(createPreview(start)).toEqual({
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
			const url = `https://flows.example.com/${at('url')}`;
			const start = startOf(`flow-${at('slug')}`, JSON.stringify(context), url);
			const preview = JSON.stringify(createPreview(start));
			expect(preview).not.toContain(accessToken);
			expect(preview).toContain('***');
		}),
	);
});
