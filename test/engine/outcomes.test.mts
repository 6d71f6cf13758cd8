/** The outcome of each way in which a start fails, compared with the requests that the service has read. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { DEAD_PORT, faultyHttp, reply, serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, runNode, type RunOptions } from './harness.mts';
import { answered, brokenService, type Route, type Way } from './parts/brokenService.mts';
import { makeCertificates, trust, type Certificates } from './parts/certificates.mts';
import { ENGINE } from './parts/engine.mts';

// With 0, there is no pause between two attempts.
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const service = serviceForEach();

async function run({ parameters, ...options }: RunOptions = {}) {
	const { shown } = await runNode({
		url: service.url,
		parameters: { options: { maxRetries: 1, ...(parameters?.options as object) } },
		settings: CONTINUE_ON_ERROR,
		...options,
	});
	const { error, details, warning } = shown[0] as {
		error?: string;
		details?: { outcome: string; attempts: number };
		warning?: string;
	};
	return { error, details, warning, outcome: details?.outcome ?? 'answer' };
}

describe('an answer', () => {
	test.each([
		// n8n's helper sends once more after a 401.
		['401', reply(401)],
		['401 whose body cannot be read', reply(401, 'no gzip', { 'content-encoding': 'gzip' })],
	])('of %s is rejected, after one request', async (_what, behave) => {
		service.answers(behave);
		const { error, details } = await run();
		expect(details).toMatchObject({ outcome: 'rejected', attempts: 1 });
		expect(error).toMatch(/^The QA token was not accepted/);
		expect(service.received).toHaveLength(1);
	});

	test.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
		const elsewhere = await faultyHttp(reply(200));
		service.answers(reply(status, '', { location: elsewhere.url }));
		const { error, outcome } = await run();
		await elsewhere.close();
		expect(outcome).toBe('rejected');
		expect(error).toMatch(/redirect.*the flow was not started$/);
		expect(service.received).toHaveLength(1);
		expect(elsewhere.received).toEqual([]);
	});
});

test.each([
	['may have started', {}, {}, 0],
	['started, but did not call back', { outcome: 'noCallback' }, {}, 0],
	['was not started', { outcome: 'notStarted' }, {}, 1],
	['belongs to another flow', { slug: 'invoice-2' }, {}, 1],
	['may have started, with Retry Uncertain Starts', {}, { retryUnknown: true, maxRetries: 0 }, 1],
])(
	'an item that the error branch leads back and that %s is sent as often as is safe',
	async (_what, changes, options, requests) => {
		service.answers(reply(500));
		const failed = await run();
		const details = { ...failed.details, slug: 'order-1', ...changes };
		const item = { error: failed.error, details };
		const again = await run({ items: [item], parameters: { options } });
		expect(service.received).toHaveLength(1 + requests);
		if (requests > 0) return;
		expect(again.outcome).toBe(details.outcome);
		expect(again.error).toMatch(
			/^The item says that the flow .* started, so it was not sent again$/,
		);
	},
);

const reset = (client: Socket) => void client.resetAndDestroy();
const close = (client: Socket) => void client.destroy();
/** What a balancer without TLS answers. */
const plainText = (client: Socket) =>
	void client.write('HTTP/1.1 504 Gateway Time-out\r\nContent-Length: 0\r\n\r\n');
const nothing = () => {};

/** Sends the head of an answer. Once the client has read it, `breakOff` ends the body. */
const halfAnd = (status: number, breakOff: (client: Socket) => void) =>
	function onRead(client: Socket, response: ServerResponse): void {
		response.writeHead(status, { 'content-length': 1000, 'content-type': 'application/json' });
		response.write('{"half":');
		void answered(client.localPort).then(() => breakOff(client));
	};

const ANY: Route[] = ['tcp', 'TLSv1.3'];
const TLS: Route[] = ['TLSv1.2', 'TLSv1.3'];

interface BrokenWay extends Way {
	url?: string;
	/** Whether no more bytes come, so that the time-out has to end the request. */
	isSilent?: true;
}

const answersNotHttp: Way['onRead'] = (_client, { socket }) =>
	void socket?.end('SSH-2.0-OpenSSH_9.2\r\n');

const HANDSHAKE = ENGINE.keepsCausesOfErrors ? 'notStarted' : 'unknown';

const WAYS: Array<[string, Route[], 'answer' | 'notStarted' | 'unknown', BrokenWay]> = [
	['whose address is not found', ANY, 'notStarted', { url: '//nowhere.invalid/' }],
	['that is refused', ANY, 'notStarted', { url: `//127.0.0.1:${DEAD_PORT}/` }],
	['that all addresses of a name refuse', ANY, 'notStarted', { url: `//localhost:${DEAD_PORT}/` }],
	// The kernel lets no TCP go to a broadcast address: nothing leaves the machine.
	['to no network', ANY, 'notStarted', { url: '//255.255.255.255/' }],
	['that is reset at once', ['tcp'], 'unknown', { onConnect: reset }],
	['that is closed at once', ['tcp'], 'unknown', { onConnect: close }],
	['that is reset before TLS', TLS, HANDSHAKE, { onConnect: reset }],
	['that is closed in the handshake', TLS, HANDSHAKE, { onFirstBytes: close }],
	['that gets plain text in the handshake', TLS, HANDSHAKE, { onFirstBytes: plainText }],
	['with an untrusted certificate', TLS, 'notStarted', { certificate: 'untrusted' }],
	['that is reset within the request', ANY, 'unknown', { within: reset }],
	['that is reset after the request', ANY, 'unknown', { onRead: reset }],
	['that is closed after the request', ANY, 'unknown', { onRead: close }],
	['on which no answer comes', ANY, 'unknown', { onRead: nothing, isSilent: true }],
	['on which bytes come that are not HTTP', ANY, 'unknown', { onRead: answersNotHttp }],
	['that is reset within a failure', ANY, 'unknown', { onRead: halfAnd(500, reset) }],
	['that is reset within a success', ANY, 'answer', { onRead: halfAnd(200, reset) }],
	['that is closed within a success', ANY, 'answer', { onRead: halfAnd(200, close) }],
	[
		'on which the rest of a success never comes',
		['tcp'],
		'answer',
		{ onRead: halfAnd(200, nothing), isSilent: true },
	],
];

let certificates: Certificates;
let endTrust: () => void;
beforeAll(() => {
	certificates = makeCertificates();
	endTrust = trust(certificates.good);
});
afterAll(() => endTrust());

const each = WAYS.flatMap(([title, routes, outcome, way]) =>
	routes.map((route) => ({ title, route, outcome, way })),
);

test.each(each)('a connection: $title ($route): $outcome', async ({ route, outcome, way }) => {
	const broken = await brokenService(way, route, certificates);
	const scheme = route === 'tcp' ? 'http:' : 'https:';
	const seen = await run({
		url: way.url === undefined ? broken.url : scheme + way.url,
		items: [{ text: 'x'.repeat(way.within === undefined ? 1 : 2_000_000) }],
		parameters: { options: { timeout: way.isSilent ? 500 : 60_000.5 } },
		credential: { allowInsecureHttp: true },
	});
	await broken.close();
	const { details, error, warning } = seen;
	expect({ error, outcome: seen.outcome }).toEqual({ error, outcome });
	// A request that the service has read is not sent again.
	expect(details?.attempts ?? 1).toBe(outcome === 'notStarted' ? 2 : 1);
	expect(broken.received).toHaveLength(way.onRead === undefined ? 0 : 1);
	if (outcome === 'answer') expect(warning).toMatch(/^The flow was started, but/);
	else expect(error).toMatch(outcome === 'unknown' ? /may have started$/ : /was not started$/);
});
