/** A credential as people fill it in: with a pasted request, or with URL and token. */
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { fromList } from '../parameters.mts';
import { faultyHttp, reply, serviceForEach, type Behaviour } from './faultyService.mts';
import { runNode, TOKEN } from './harness.mts';
import { connectionTest } from './parts/connectionTest.mts';

let authorization: string | undefined;
let method: string | undefined;

const note =
	(behave: Behaviour): Behaviour =>
	(response, body, nth) => {
		({ authorization } = response.req.headers);
		({ method } = response.req);
		behave(response, body, nth);
	};

const service = serviceForEach(note(reply(200)));

const request = (slug: string, token = TOKEN, url = service.url) =>
	startEventRequest(url, slug, { plan: 'pro' }, token);

/** n8n's password field turns line breaks into blanks. */
const pasted = (...more: Parameters<typeof request>) => request(...more).replace(/\s*\\?\n/g, ' ');

const OTHER = 'https://flows.example.com/start';

test('a pasted request gives URL and token', async () => {
	const credential = { connectWith: 'request', request: pasted('order-1'), baseUrl: '' };
	const { error } = await runNode({ credential });
	expect(error).toBeUndefined();
	expect(authorization).toBe(`Bearer ${TOKEN}`);
	expect(service.taken).toEqual(['{"slug":"order-1","context":{}}']);
});

test('of the requests in More Flows, the flow is taken and not the token', async () => {
	const moreFlows = `${request('order-1', '<ACCESS_TOKEN>')}\n\n${request('order-2', 'another-token-9')}`;
	const credential = { connectWith: 'request', request: pasted('order-0', `${TOKEN}`), moreFlows };
	const { error } = await runNode({ credential, parameters: { flow: fromList('order-2') } });
	expect(error).toBeUndefined();
	expect(authorization).toBe(`Bearer ${TOKEN}`);
	expect(service.taken).toEqual(['{"slug":"order-2","context":{}}']);
});

test('a request in More Flows for another address refuses the run and the test', async () => {
	const fields = { moreFlows: request('order-2', TOKEN, OTHER) };
	const { error } = await runNode({ url: service.url, credential: fields });
	const { status, message } = await connectionTest(service.url, fields);
	const refusal = `More Flows in the credential contains a request for another address: ${OTHER}`;
	expect(error?.message).toBe(refusal);
	expect([status, message]).toEqual(['Error', expect.stringContaining(refusal)]);
	expect(JSON.stringify(error)).not.toContain(TOKEN);
	expect(service.taken).toEqual([]);
});

describe('the connection test', () => {
	test('sends HEAD with the token, and says what the credential holds', async () => {
		const fields = { connectWith: 'request', request: pasted('order-1') };
		expect(await connectionTest('', fields)).toEqual({
			status: 'OK',
			message: `QA at ${service.url}, 1 flow: order-1. No flow was started.`,
		});
		expect([method, authorization]).toEqual(['HEAD', `Bearer ${TOKEN}`]);
	});

	test.each([
		[404, 'OK', /No flow was started/],
		[405, 'OK', /No flow was started/],
		[501, 'OK', /No flow was started/],
		[401, 'Error', /did not accept the access token/],
		[403, 'Error', /refused access/],
		[500, 'Error', /The service failed/],
	])('after a %i is %s', async (code, status, message) => {
		service.answers(note(reply(code)));
		expect(await connectionTest(service.url)).toEqual({
			status,
			message: expect.stringMatching(message),
		});
	});

	test('follows no redirect: the token goes nowhere else', async () => {
		const elsewhere = await faultyHttp(reply(200));
		service.answers(reply(307, '', { location: elsewhere.url }));
		const { status, message } = await connectionTest(service.url);
		await elsewhere.close();
		expect([status, message]).toEqual(['Error', expect.stringMatching(/redirects/)]);
		expect(elsewhere.taken).toEqual([]);
	});

	test('says that a service cannot be reached', async () => {
		const { status, message } = await connectionTest('http://127.0.0.1:9/start');
		expect([status, message]).toEqual(['Error', expect.stringMatching(/refused the connection/)]);
	});
});
