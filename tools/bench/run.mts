import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

import type { SavedWorkflow } from '../n8n/api.mts';
import { NODE_VERSION } from '../n8n/installN8n.mts';
import { Lab } from '../n8n/lab.mts';
import { NEWEST } from '../n8n/versions.mts';
import { chain, ITEMS, node, to, webhook, type WorkflowNode } from '../n8n/workflow.mts';
import { postJson } from '../request.mts';
import { until } from '../until.mts';
import { MEASURED } from './nodes.mts';
import { Service } from './service.mts';
import { PARENT } from './work.mts';

/** The gauges' figures of n8n's process: see Gauge.node.js. Missing when the node has failed. */
type Gauged = Partial<
	Record<'base' | 'heap' | 'peak' | 'sockets' | 'listeners' | 'silence' | 'cpu', number>
>;

/** The figures of one run of the measured node. */
export type Seen = Gauged & {
	/** The node's own time as n8n counted it, of all its runs. */
	milliseconds: number;
	/** Items in the node's output. */
	answers: number;
	/** The node's error message, when it failed. */
	error?: string;
};

/** The package with the gauges. */
const BENCH_NODES = fileURLToPath(new URL('n8n-nodes-bench', import.meta.url));

/** n8n's own defaults, but the webhook brings 10,000 items at once. */
const ENVIRONMENT = { N8N_PAYLOAD_SIZE_MAX: '64' };

/** An n8n with the package and the gauges in it, and the measured service beside it. */
export async function openBench(lab: Lab): Promise<{ service: Service; url: string }> {
	await lab.open({ n8n: NEWEST, env: ENVIRONMENT, nodes: BENCH_NODES });
	const service = new Service();
	const { origin, close } = await service.open();
	lab.alsoClose(close);
	// Where a PUT starts a flow.
	return { service, url: `${origin}/v1/start` };
}

/** Where the figures come from, as the beginning of a sentence. */
export function describeMachine({ installed }: Lab): string {
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
	const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
	return `Measured on ${date} at commit ${commit}: ${machine}, n8n ${installed.version} on Node ${NODE_VERSION}`;
}

const LOOP = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { parameters: { batchSize: 1 } });

/** Webhook that brings the items → one item each → gauge → the measured node, as `shape` says → gauge. */
export async function createWorkflow(
	{ n8n: { api } }: Lab,
	path: string,
	measured: WorkflowNode,
	shape?: 'loop' | 'row',
): Promise<SavedWorkflow> {
	const trigger = webhook(path, { responseMode: 'lastNode', responseData: 'noData' });
	const gauge = (place: string) =>
		node(place, 'n8n-nodes-bench.gauge', 1, { parameters: { place } });
	const [before, after] = [gauge('before'), gauge('after')];
	if (shape === 'loop') {
		const workflow = chain(path, [trigger, ITEMS, before, LOOP, measured, after]);
		const [loop, looped] = [[to(after.name), to(MEASURED)], [to(LOOP.name)]];
		Object.assign(workflow.connections, {
			[LOOP.name]: { main: loop },
			[MEASURED]: { main: looped },
		});
		return await api.publish(workflow);
	}
	const count = shape === 'row' ? 20 : 1;
	const all = Array.from({ length: count }, (_, index) => {
		return index === 0 ? measured : { ...measured, id: `${index}`, name: `${MEASURED} ${index}` };
	});
	return await api.publish(chain(path, [trigger, ITEMS, before, ...all, after]));
}

/** Runs a live workflow of the bench once, and reads what its node did from the saved execution. */
export async function runWorkflow(
	lab: Lab,
	workflow: SavedWorkflow,
	items: object[],
): Promise<Seen> {
	const { api, url } = lab.n8n;
	const before = await api.executions(workflow.id);
	// n8n answers when the last node is done. It answers 500 when a node has failed, which the execution shows.
	await until('answer the webhook', async () => {
		const response = await postJson(`${url}/webhook/${workflow.name}`, { ...PARENT, items });
		await response.text();
		return response.status !== 404;
	});
	const { id } = await api.finished(workflow.id, before);
	const runs = await lab.runData(id);
	const measured = Object.keys(runs)
		.filter((name) => name.startsWith(MEASURED))
		.flatMap((name) => runs[name] ?? []);
	if (measured.length === 0) throw new Error('The measured node has not run');
	return {
		milliseconds: sum(measured.map(({ executionTime }) => executionTime)),
		answers: sum(measured.map(({ data }) => data?.main?.[0]?.length ?? 0)),
		error: measured.find(({ error }) => error !== undefined)?.error?.message,
		...(runs.after?.[0]?.data?.main?.[0]?.[0]?.json as Gauged | undefined),
	};
}

function sum(values: number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
