import { createRequire } from 'node:module';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { SavedWorkflow } from '../tools/n8n/api.mts';
import { nodeVersion } from '../tools/n8n/installNode.mts';
import { Lab } from '../tools/n8n/lab.mts';
import { until } from '../tools/n8n/session.mts';
import { NEWEST } from '../tools/n8n/versions.mts';
import type { NodeParts } from './contenders.mts';
import { Service } from './service.mts';

/**
 * What was seen of one run of the measured node. What is of n8n's process is missing where the node
 * has failed; its memory is in bytes, `null` where not on Linux.
 */
export interface Seen {
	/** The node's own time as n8n counted it, in ms. */
	milliseconds: number;
	/** Items in the node's output. */
	answers: number;
	/** The node's error message, when it failed. */
	error?: string;
	/** Memory that the process held before the node began, garbage collected; of it the heap. */
	base?: number | null;
	heap?: number;
	/** TCP sockets that it held then. */
	sockets?: number;
	/** The most memory that it held while the node ran. */
	peak?: number | null;
	/** When the node began and ended, in ms since 1970. */
	from?: number;
	to?: number;
}

/** n8n's own defaults, but for what has to be sent in: the webhook brings 10,000 items at once. */
const ENVIRONMENT = { N8N_PAYLOAD_SIZE_MAX: '64' };

/** An n8n with the package and the bench's own nodes in it, and the measured service beside it. */
export async function openBench(lab: Lab): Promise<{ service: Service; url: string }> {
	const nodes = fileURLToPath(new URL('n8n-nodes-bench', import.meta.url));
	await lab.open({ n8n: NEWEST, env: ENVIRONMENT, nodes, onStep: console.log });
	const service = new Service();
	const url = await service.open();
	lab.alsoClose(() => service.close());
	return { service, url };
}

/** Where the figures come from, as the beginning of a sentence. */
export async function describeMachine({ installed }: Lab): Promise<string> {
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
	const node = await nodeVersion(installed.runtime);
	const load = loadavg()[1]?.toFixed(1);
	return `Measured on ${date}: ${machine}, n8n ${installed.version} on Node ${node}, load average ${load}`;
}

const MEASURED = 'Measured';
const GAUGE_AFTER = 'Gauge After';

/**
 * Makes a live workflow: webhook that brings the items → one item each → gauge → the measured node →
 * gauge. None of them needs the task runner, and only the measured node's own time counts.
 */
export async function createWorkflow(
	{ n8n: { api } }: Lab,
	path: string,
	measured: NodeParts,
): Promise<SavedWorkflow> {
	const webhook = { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'noData' };
	const gauge = { type: 'n8n-nodes-bench.gauge', typeVersion: 1 };
	const nodes = [
		{
			name: path,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: webhook,
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items' },
		},
		{ name: 'Gauge Before', ...gauge, parameters: { place: 'before' } },
		{ name: MEASURED, ...measured },
		{ name: GAUGE_AFTER, ...gauge, parameters: { place: 'after' } },
	];
	const followed = nodes.slice(1).map(({ name }, index) => {
		return [nodes[index]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }];
	});
	const saved = await api.createWorkflow({
		name: path,
		nodes: nodes.map((node, index) => ({ id: node.name, position: [220 * index, 0], ...node })),
		connections: Object.fromEntries(followed) as object,
	});
	await api.activate(saved);
	return saved;
}

/** Runs a live workflow of the bench once, and reads what its node did from the saved execution. */
export async function runWorkflow(
	lab: Lab,
	workflow: SavedWorkflow,
	items: object[],
): Promise<Seen> {
	const { api, url } = lab.n8n;
	const executions = async () => await api.executions(workflow.id).catch(unlessBusy);
	const [before] = await until('list its executions', executions);
	const headers = { 'content-type': 'application/json' };
	const call = { method: 'POST', headers, body: JSON.stringify({ items }) };
	// Answered when the last node is done; 500 when a node has failed, which the execution tells.
	await until('know its own webhook', async () => {
		const response = await fetch(`${url}/webhook/${workflow.name}`, call);
		await response.text();
		return response.status !== 404;
	});
	const { id } = await until('save the execution', async () => {
		const [execution] = (await executions()) ?? [];
		const hasEnded = !['new', 'running'].includes(execution?.status ?? 'new');
		return hasEnded && execution?.id !== before?.id && execution;
	});
	const data = await until('show it', async () => await api.savedData(id).catch(unlessBusy));
	return readRun(lab, data);
}

/** n8n answers 503 while an event loop full of requests keeps it from its database. */
function unlessBusy(error: unknown): undefined {
	if (!String(error).includes(' 503 ')) throw error;
}

interface NodeRun {
	executionTime: number;
	error?: { message: string };
	data?: { main: Array<Array<{ json: object }> | null> };
}

function readRun(lab: Lab, data: string): Seen {
	// As n8n itself writes and reads it.
	const flatted = createRequire(join(lab.installed.folder, 'package.json'))('flatted') as JSON;
	const { resultData } = flatted.parse(data) as {
		resultData: { runData: Partial<Record<string, NodeRun[]>> };
	};
	const [measured] = resultData.runData[MEASURED] ?? [];
	const [gauge] = resultData.runData[GAUGE_AFTER] ?? [];
	if (measured === undefined) throw new Error('The measured node has not run');
	return {
		milliseconds: measured.executionTime,
		answers: measured.data?.main[0]?.length ?? 0,
		error: measured.error?.message,
		...gauge?.data?.main[0]?.[0]?.json,
	};
}
