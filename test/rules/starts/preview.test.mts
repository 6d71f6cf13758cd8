import { execFileSync } from 'node:child_process';

import fc from 'fast-check';

import type { FlowCredential } from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import { previewRequest } from '../../../nodes/TriggerFlow/rules/starts/preview';
import { createStart } from '../../../nodes/TriggerFlow/rules/request/startRequest';
import { anyJsonObject } from '../context/anyJson.mts';
import { plainToken } from '../secrets/tokens.mts';

const CREDENTIAL: FlowCredential = {
	environment: 'qa',
	baseUrl: 'https://Flows.example.com//start/?tenant=7',
	accessToken: 'secret-token-123',
};

test.each<[string, FlowCredential['environment']]>([
	['QA', 'qa'],
	['Production', 'production'],
])('the %s request is shown complete, with a placeholder for the token', (shown, environment) => {
	const start = createStart('echo-1', { b: [1, null], a: { c: 'ü' } });
	expect(previewRequest(start, { ...CREDENTIAL, environment })).toEqual({
		environment: shown,
		method: 'PUT',
		url: CREDENTIAL.baseUrl,
		headers: {
			Authorization: 'Bearer <ACCESS_TOKEN>',
			'Content-Type': 'application/json',
		},
		body: { slug: 'echo-1', context: { b: [1, null], a: { c: 'ü' } } },
		curl: expect.stringMatching(/^curl -X PUT 'https:[^]*-d '\{"slug":"echo-1",/),
	});
});

test('curl and body come first: those that a small screen shows in a table', () => {
	const preview = previewRequest(createStart('echo-1', {}), CREDENTIAL);
	expect(Object.keys(preview).slice(0, 2)).toEqual(['curl', 'body']);
});

test('slug stands before context, and Authorization first of the headers', () => {
	expect(JSON.stringify(previewRequest(createStart('echo-1', {}), CREDENTIAL))).toMatch(
		/"body":\{"slug":"echo-1","context":\{\}\}.*"headers":\{"Authorization"/,
	);
});

test('a token in the URL, the slug or the context is masked there and nowhere else', () => {
	const token = CREDENTIAL.accessToken;
	const start = createStart(`echo-${token}`, { [`key-${token}`]: [`x ${token} y`], other: 'x' });
	const preview = previewRequest(start, {
		...CREDENTIAL,
		baseUrl: `https://flows.example.com/?token=${token}&x=1`,
	});
	expect(preview.url).toBe('https://flows.example.com/?token=***&x=1');
	expect(preview.body).toEqual({
		slug: 'echo-***',
		context: { 'key-***': ['x *** y'], other: 'x' },
	});
});

test('a shell hands the same request to curl, whatever quotes and signs are in it', () => {
	const context = { "it's": `"so" $HOME \`id\` \\ 100% !`, lines: 'a\nb\n', none: "''" };
	const baseUrl = "https://flows.example.com/?a=1&b='2'";
	const { curl } = previewRequest(createStart('echo-1', context), { ...CREDENTIAL, baseUrl });
	const shown = `curl() { printf '%s\\0' "$@"; }\n${String(curl)}`;
	expect(execFileSync('sh', ['-c', shown], { encoding: 'utf8' }).split('\0')).toEqual([
		...['-X', 'PUT', baseUrl],
		...['-H', 'Authorization: Bearer <ACCESS_TOKEN>', '-H', 'Content-Type: application/json'],
		...['-d', JSON.stringify({ slug: 'echo-1', context }), ''],
	]);
});

test('the token is never shown, wherever it was put', () => {
	const places = fc.subarray(['url', 'slug', 'key', 'value', 'deep'], { minLength: 1 });
	fc.assert(
		fc.property(plainToken, places, anyJsonObject, (accessToken, chosen, context) => {
			const at = (place: string) => (chosen.includes(place) ? accessToken : 'x');
			const start = createStart(`flow-${at('slug')}`, {
				context,
				[at('key')]: `${at('value')}${at('value')}`,
				list: [[{ deep: at('deep') }]],
			});
			const baseUrl = `https://flows.example.com/${at('url')}`;
			const preview = previewRequest(start, { environment: 'qa', baseUrl, accessToken });
			expect(JSON.stringify(preview)).not.toContain(accessToken);
			expect(JSON.stringify(preview)).toContain('***');
		}),
	);
});
