import assert from 'node:assert/strict';

import { node, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { Scenario } from '../scenario.mts';
import type { TestBed } from './testBed.mts';
import { TOOL } from './workflow.mts';

export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** The tool with a production credential. The model chooses the flow and writes the context as JSON. */
export async function createTool({ lab }: TestBed, settings: object): Promise<WorkflowNode> {
	const startFlowApi = await lab.createPasted('Production', 'production');
	const parameters = {
		flow: bySlug("={{ $fromAI('slug', 'The slug of the flow', 'string') }}"),
		contextMode: 'json',
		contextJson: "={{ $fromAI('context', 'The data for the flow, a JSON object', 'string') }}",
	};
	return node('Start Flow', TOOL, 1, { parameters, credentials: { startFlowApi }, ...settings });
}

export const FIRST_CALL = { slug: SLUGS.echo, context: '{"name":"Ada"}' };

const PDF = /\[\{"fileName":"INV-7\.pdf","mimeType":"application\/pdf","bytes":8\}\]$/;
const OTHER_VALUES =
	/not started\..* Call the tool again only if other values can help\. Otherwise, tell the person/;
const NOT_AGAIN = /may have started.*Do not call the tool again\. Tell the person to check/;

/** What a model calls, how many flows that starts, and what the model reads. */
const CALLS: Array<[call: { slug: string; context: string }, count: number, ...read: RegExp[]]> = [
	[FIRST_CALL, 1, /\[\{"name":"Ada"\}\]$/],
	[{ slug: SLUGS.pdf, context: '{"invoice":"INV-7"}' }, 1, PDF],
	[{ slug: SLUGS.mail, context: '{}' }, 0, /HTTP 422.*to is missing/, OTHER_VALUES],
	[{ slug: SLUGS.failing, context: '{}' }, 1, NOT_AGAIN],
];

/** What only a person can do. */
export const BUTTONS = /Preview Request|Start Event|More Flows|By Slug|[Cc]hoose|[Rr]etry/;

/** A model calls the tool in a published workflow, and in a run by hand. Both resolve to what it reads. */
export async function testTool(
	bed: TestBed,
	scenario: Scenario,
	who: string,
	callLive: (call: object) => Promise<string>,
	callByHand: () => Promise<string>,
): Promise<void> {
	await scenario.step(`${who}: reads what happened, and what it can do`, async () => {
		for (const [call, count, ...expected] of CALLS) {
			const starts = bed.log.watch();
			const read = await callLive(call);
			for (const each of expected) assert.match(read, each);
			assert.doesNotMatch(read, BUTTONS);
			assert.equal(starts().length, count, call.slug);
		}
	});
	await scenario.step(`${who}: starts no production by hand`, async () => {
		const starts = bed.log.watch();
		const read = await callByHand();
		assert.match(read, /by hand, and Start Production by Hand is not on/);
		assert.match(read, OTHER_VALUES);
		assert.deepEqual(starts(), []);
	});
}
