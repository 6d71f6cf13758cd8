import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Lab } from '../../tools/n8n/lab.mts';
import { chain, node } from '../../tools/n8n/workflow.mts';
import type { Environment, StartLog } from '../../tools/stand-in/startLog.mts';
import { NODE } from '../n8n/workflow.mts';

/** A credential of the stand-in with these flows, made by pasted requests. */
export async function makeCredential(
	lab: Lab,
	name: string,
	environment: Environment,
	flows: Array<[slug: string, example: object]>,
) {
	const [request, ...further] = flows.map(([slug, example]) =>
		lab.standIn.startEvent(environment, slug, example),
	);
	return await lab.n8n.api.createCredential(name, 'startFlowApi', {
		environment,
		request,
		moreFlows: further.join('\n'),
	});
}

/** Parameters of a node that may start production in a run by hand. */
export const PRODUCTION_BY_HAND = { options: { productionByHand: true } };

/** Form → Trigger Flow, with an item that is pinned. */
export function workflow(name: string, item: object | undefined, settings: object = {}) {
	const form = node('Form', 'n8n-nodes-base.manualTrigger', 1);
	return {
		...chain(name, [form, node('Trigger Flow', NODE, 1, settings)]),
		...(item && { pinData: { Form: [{ json: item }] } }),
	};
}

/** How long the screen may take to show the expected text, in ms. */
const PATIENCE = 20_000;

/** Waits until the text on the screen is `expected`, because n8n fills the screen bit by bit. */
export async function shows<T>(read: () => Promise<T>, expected: T): Promise<void> {
	const end = Date.now() + PATIENCE;
	for (;;) {
		try {
			assert.deepEqual(await read(), expected);
			return;
		} catch (error) {
			if (Date.now() > end) throw error;
			await sleep(100);
		}
	}
}

/** The starts at the stand-in while `action` ran. */
export async function startsOf(
	log: StartLog,
	action: () => Promise<void>,
): Promise<Array<{ slug: string; context: object }>> {
	const before = log.starts.length;
	await action();
	return log.starts.slice(before).map(({ slug, context }) => ({ slug, context }));
}
