/** A service whose answers never end. When the node ends the request, its connection ends, too. */
import type { INodeParameters } from 'n8n-workflow';

import { CONTINUE_ON_ERROR, runAndStop, runNode } from './harness.mts';
import { hostileService, type HostileService } from './hostileService.mts';
import { ENDLESS_BODY, ENDLESS_FAILURE, WAYS, type HostileWay } from './hostileWays.mts';

let service: HostileService;
afterEach(async () => await service?.close());

async function start(options: INodeParameters = {}) {
	const { shown } = await runNode({
		url: service.url,
		parameters: { contextMode: 'fields', options: { maxRetries: 0, ...options } },
		settings: CONTINUE_ON_ERROR,
	});
	expect(service.received).toHaveLength(1);
	return shown[0];
}

const EACH = WAYS.map((way): [string, HostileWay] => [way.title, way]);

test.each(EACH)('%s: the time-out ends the connection', async (_title, way) => {
	service = await hostileService(way.answer);
	const { error, outcome } = way.failure ?? {
		error: /did not answer in time: the flow may have started$/,
		outcome: 'unknown',
	};
	// A started flow is not sent again, even with Retry Uncertain Starts.
	const shown = await start({ timeout: 400, retryUnknown: way.isStarted === true });
	expect(shown).toMatchObject(
		way.isStarted
			? { statusCode: 200, warning: expect.stringMatching(/^The flow was started, but/) }
			: { error: expect.stringMatching(error), details: { outcome, attempts: 1 } },
	);
	await service.letGo();
});

test.each(EACH)('%s: Stop ends the connection', async (_title, way) => {
	service = await hostileService(way.answer);
	const atEnd = await runAndStop({ url: service.url }, service.answered);
	await service.letGo();
	expect(atEnd.run.status).toBe('canceled');
	expect(service.received).toHaveLength(1);
});

test('an answer is cut off as soon as it is too large', async () => {
	service = await hostileService(ENDLESS_BODY.answer);
	expect(await start()).toEqual({
		statusCode: 200,
		warning: expect.stringMatching(/^The flow was started, but/),
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
