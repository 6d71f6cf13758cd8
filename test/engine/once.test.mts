/** What a run does once, and not for each item. */
import crypto from 'node:crypto';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, createExecuteContext } from './harness.mts';

const service = serviceForEach((response, body, nth) =>
	reply(body.includes('"refused"') ? 400 : 200)(response, body, nth),
);

const items = ['refused', 'order-1', 'order-2'].map((flow) => ({ json: { flow } }));

type Options = Parameters<typeof createExecuteContext>[0];

/** Runs the node, and counts what it does. */
async function count(options: Options) {
	const n8n = await createExecuteContext({ url: service.url, items, ...options });
	const read = jest.spyOn(n8n, 'getNodeParameter');
	// n8n's own hashes have another encoding.
	const hash = jest.spyOn(crypto.Hash.prototype, 'digest');
	await new StartFlow().execute.call(n8n).catch(() => {});
	const counts = {
		flowReads: read.mock.calls.filter(([name]) => String(name) === 'flow').length,
		fingerprints: hash.mock.calls.filter(([encoding]) => encoding === 'base64url').length,
		requests: service.received.length,
	};
	hash.mockRestore();
	return counts;
}

test.each([
	[bySlug('order-1'), 1],
	[bySlug('={{ $json.flow }}'), 3],
])('reads the flow %j as often as it can differ', async (flow, flowReads) => {
	expect(await count({ parameters: { flow } })).toMatchObject({ flowReads, requests: 3 });
});

const parameters = { flow: bySlug('order-1'), options: { concurrency: 1 } };

test.each<[string, Options, number]>([
	['of nothing if all items are answered', { items: items.slice(1) }, 0],
	['of nothing if nothing was started', { items }, 0],
	['of what was started if the run fails', { items: [...items].reverse() }, 1 + 2 * 3],
	['of nothing if the run goes on after a failure', { settings: CONTINUE_ON_ERROR }, 0],
])('fingerprints are computed %s', async (_when, options, fingerprints) => {
	// One more is of the address and the token, whose limit all runs share.
	expect((await count({ parameters, ...options })).fingerprints).toBe(1 + fingerprints);
});
