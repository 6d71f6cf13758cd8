import { execFileSync } from 'node:child_process';

import fc from 'fast-check';

import type { FlowCredential } from '../../../nodes/TriggerFlow/credential/flowCredential';
import { createStart } from '../../../nodes/TriggerFlow/request/startRequest';
import { previewRequest } from '../../../nodes/TriggerFlow/request/preview';
import { anyJsonObject } from '../context/anyJson.mts';

const CREDENTIAL: FlowCredential = {
	environment: 'qa',
	baseUrl: 'https://Flows.example.com//start/?tenant=7',
	accessToken: 'secret-token-123',
	flows: [],
};

test('the request is shown complete, with a placeholder for the token', () => {
	const start = createStart('echo-1', { b: [1, null], a: { c: 'ü' } });
	const preview = previewRequest(start, CREDENTIAL);
	expect(preview).toEqual({
		environment: 'QA',
		method: 'PUT',
		url: CREDENTIAL.baseUrl,
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', 'Content-Type': 'application/json' },
		body: { slug: 'echo-1', context: { b: [1, null], a: { c: 'ü' } } },
		curl: expect.stringMatching(/^curl -X PUT 'https:[^]*-d '\{"slug":"echo-1",/),
	});
	// These two are on the screen in n8n's table.
	expect(Object.keys(preview).slice(0, 2)).toEqual(['curl', 'body']);
});

test('a shell hands the same request to curl, whatever quotes are in it', () => {
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

test('the token is masked, wherever it was put', () => {
	const places = fc.subarray(['url', 'slug', 'key', 'value', 'deep'], { minLength: 1 });
	fc.assert(
		fc.property(places, anyJsonObject, (chosen, context) => {
			const { accessToken } = CREDENTIAL;
			const at = (place: string) => (chosen.includes(place) ? accessToken : 'x');
			const start = createStart(`flow-${at('slug')}`, {
				context,
				[at('key')]: `${at('value')}${at('value')}`,
				list: [[{ deep: at('deep') }]],
			});
			const baseUrl = `https://flows.example.com/${at('url')}`;
			const preview = JSON.stringify(previewRequest(start, { ...CREDENTIAL, baseUrl }));
			expect(preview).not.toContain(accessToken);
			expect(preview).toContain('***');
		}),
	);
});
