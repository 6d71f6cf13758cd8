import {
	createPreview,
	createStartRequest,
	type ReadyStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { holding } from '../credential/requests.mts';
import { ready } from '../send/modelService.mts';

const URL = 'https://Flows.example.com:8443//v1/../start/?tenant=7&x=%2f';

const startOf = (slug: string, contextJson: string, baseUrl = URL): ReadyStart => ({
	...ready(slug),
	contextJson,
	credential: { ...holding(), baseUrl },
});

test('makes the documented request without its Authorization header', () => {
	const start = startOf('sign "up" ü', '{"a":1}');
	expect(createStartRequest(start)).toEqual({
		method: 'PUT',
		url: URL,
		headers: { 'Content-Type': 'application/json' },
		body: '{"slug":"sign \\"up\\" ü","context":{"a":1}}',
	});
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
	const { accessToken } = holding();
	const contextJson = JSON.stringify({ [accessToken]: [{ deep: `x${accessToken}x` }] });
	const start = startOf(accessToken, contextJson, `https://flows.example.com/${accessToken}`);
	expect(createPreview(start)).toMatchObject({
		url: 'https://flows.example.com/***',
		body: { slug: '***', context: { '***': [{ deep: 'x***x' }] } },
	});
});
