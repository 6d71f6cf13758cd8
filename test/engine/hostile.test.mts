/** A service that answers without end: with the request, its connection ends as well. */
import { getEventListeners } from 'node:events';

import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';

import { httpSend } from '../../nodes/TriggerFlow/http/httpSend';
import { readFlowCredential } from '../../nodes/TriggerFlow/credential/flowCredential';
import { createStart, startRequest } from '../../nodes/TriggerFlow/request/startRequest';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { credentialFor, executeContext, runNode } from './harness.mts';
import { hostileService, type HostileService } from './hostileService.mts';
import { ENDLESS_BODY, ENDLESS_FAILURE, WAYS, type HostileWay } from './hostileWays.mts';
import { bySlug } from '../parameters.mts';

beforeAll(() => nock.restore());

let service: HostileService;
afterEach(async () => await service.close());

async function start(options: INodeParameters = {}) {
	const { outputs } = await runNode({
		items: [{}],
		parameters: { flow: bySlug('order-1'), contextMode: 'fields', options },
		credential: credentialFor(service.url),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(service.taken).toHaveLength(1);
	return outputs[0]?.[0]?.json;
}

const EACH = WAYS.map((way): [string, HostileWay] => [way.title, way]);

test.each(EACH)('%s: the time-out ends the connection', async (_title, way) => {
	service = await hostileService(way.answer);
	const { error, outcome } = way.failure ?? {
		error: /did not answer in time: the flow may have started$/,
		outcome: 'unknown',
	};
	// With Retry Unknown too, what was started is not sent again.
	const options = { timeout: 1_000, maxRetries: 0, retryUnknown: way.isStarted === true };
	expect(await start(options)).toMatchObject(
		way.isStarted
			? { statusCode: 200, warning: expect.stringMatching(/^The flow was started, but its whole/) }
			: {
					error: expect.stringMatching(error),
					details: { outcome, attempts: 1 },
				},
	);
	await service.letGo();
});

/** Sends requests in an execution that `stop` stops. */
async function sender(to: FaultyService, stop: AbortSignal) {
	const credential = readFlowCredential(credentialFor(to.url));
	const request = startRequest(createStart('order-1', {}), credential.baseUrl);
	const send = httpSend(await executeContext(stop));
	return async () => await send(request, credential, 60_000);
}

test.each(EACH)('%s: Stop ends the connection', async (_title, way) => {
	service = await hostileService(way.answer);
	const stop = new AbortController();
	const send = await sender(service, stop.signal);
	const attempt = send();
	await service.answered;
	stop.abort();
	expect(await attempt).toMatchObject({ error: { code: 'ERR_CANCELED' } });
	await service.letGo();
});

test('Stop ends the connection in the middle of a body, too', async () => {
	service = await hostileService(ENDLESS_BODY.answer);
	const stop = new AbortController();
	const send = await sender(service, stop.signal);
	const attempt = send();
	await service.taking(20_000_000);
	stop.abort();
	expect(await attempt).toMatchObject({ answer: { statusCode: 200, lost: 'brokenOff' } });
	await service.letGo();
});

test('after Stop, nothing is sent', async () => {
	service = await hostileService(ENDLESS_BODY.answer);
	const send = await sender(service, AbortSignal.abort());
	expect(await send()).toMatchObject({ error: { code: 'ERR_CANCELED' } });
	expect(service.taken).toEqual([]);
});

test('a thousand requests have one listener on the signal of their execution, and leave none', async () => {
	const { signal } = new AbortController();
	const listeners = () => getEventListeners(signal, 'abort').length;
	const most: number[] = [];
	const prompt = await faultyHttp((response) => {
		most.push(listeners());
		response.end('{}');
	});
	const send = await sender(prompt, signal);
	for (let n = 0; n < 20; n++) {
		await Promise.all(Array.from({ length: 50 }, async () => await send()));
		expect(listeners()).toBe(0);
	}
	await prompt.close();
	expect(most).toEqual(Array.from({ length: 1000 }, () => 1));
}, 60_000);

test('an answer is cut off as soon as it is too large', async () => {
	service = await hostileService(ENDLESS_BODY.answer);
	expect(await start()).toEqual({
		statusCode: 200,
		warning: expect.stringMatching(/^The flow was started, but its answer is too large/),
	});
	await service.letGo();
	expect(service.written()).toBeLessThan(420_000_000);
}, 60_000);

test('of a failure, only the beginning is read', async () => {
	service = await hostileService(ENDLESS_FAILURE.answer);
	expect(await start()).toMatchObject({ details: { outcome: 'unknown', statusCode: 500 } });
	await service.letGo();
	expect(service.written()).toBeLessThan(20_000_000);
});
