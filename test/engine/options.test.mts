/** An option with an expression is evaluated for each item, as in n8n's own nodes. */
import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { reply, serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, runNode, type RunOptions } from './harness.mts';

const service = serviceForEach();

/** Runs the node with On Error: Continue. */
const run = async (items: IDataObject[], options: INodeParameters, more: RunOptions = {}) =>
	await runNode({
		url: service.url,
		items,
		parameters: { options },
		settings: CONTINUE_ON_ERROR,
		...more,
	});

const AGAIN = [true, false, 'true', 'false', null, 'no'].map((again, n) => ({ n, again }));

test('Retry Uncertain Starts sends again only the starts of the items that say so', async () => {
	service.answers(reply(500));
	const { shown } = await run(AGAIN, { retryUnknown: '={{ $json.again }}', maxRetries: 1 });
	expect(service.numbers().sort()).toEqual([0, 0, 1, 2, 2, 3]);
	expect(shown.at(-1)).toEqual({
		error: expect.stringMatching(/^The option Retry Uncertain Starts is .*"no"/),
		details: expect.objectContaining({ outcome: 'notSent', slug: 'order-1', attempts: 0 }),
	});
});

test("Timeout alone decides, and not the limit of n8n's HTTP library", async () => {
	// n8n sets it to 300 s.
	axios.defaults.timeout = 300;
	try {
		service.answers((response) => setTimeout(() => response.end('{"ok":true}'), 900));
		// With more than 24 days, Node's timers end at once.
		const { shown } = await run([{ n: 1 }], { timeout: 10 ** 12 });
		expect(shown).toEqual([{ ok: true }]);
	} finally {
		axios.defaults.timeout = 300_000;
	}
});

test('how to read the answer is an option of each item', async () => {
	service.answers(reply(200, '{"n":1}'));
	const items = ['text', 'json'].map((format) => ({ format }));
	const { shown } = await run(items, { responseFormat: '={{ $json.format }}' });
	expect(shown).toEqual([{ data: '{"n":1}' }, { n: 1 }]);
});
