import { setTimeout as sleep } from 'node:timers/promises';

import type { SavedCredential } from '../../tools/n8n/api.mts';
import { withProgress } from '../../tools/progress.mts';
import type { Scenario } from '../editor/scenario.mts';
import type { Evidence } from './account.mts';
import { sendCalls, type Call } from './calls.mts';
import type { Cluster } from './cluster.mts';
import { collect, openExecutions } from './collect.mts';
import { queueWorkflow, type QueueWorkflow } from './workflow.mts';

/** What every part of the test works with. */
export interface QueueTest {
	cluster: Cluster;
	scenario: Scenario;
	credential: SavedCredential;
	onStep: (title: string) => void;
}

/** How many calls a part of the test makes, and how many of them a second. */
export interface Rate {
	calls: number;
	rate: number;
}

/** How long n8n may take to end what it has accepted, in ms. A killed worker's lock lasts a minute. */
const DRAIN_TIMEOUT = 600_000;

/** Makes a workflow live. */
export async function publish(
	{ cluster, credential }: QueueTest,
	workflow: Omit<QueueWorkflow, 'credential'>,
): Promise<Published> {
	const saved = await cluster.api.createWorkflow(queueWorkflow({ credential, ...workflow }));
	await cluster.api.activate(saved);
	return { path: workflow.path, id: saved.id };
}

/** A live workflow, and the webhook that runs it. */
export interface Published {
	path: string;
	id: string;
}

interface Run extends Rate {
	label: string;
	/** The calls take them in turn. */
	workflows: Published[];
	onCall?: (call: number) => void;
}

/** Makes the calls, and waits until n8n has ended all of them, or cannot be expected to any more. */
export async function runCalls({ cluster }: QueueTest, run: Run): Promise<Call[]> {
	const { label, workflows, calls, rate, onCall } = run;
	const { log } = cluster.standIn;
	const before = log.starts.length;
	let sent = 0;
	const answered = await withProgress(
		`${label}: ${calls} calls, ${rate} a second`,
		() => `${sent} sent, ${log.starts.length - before} starts`,
		sendCalls({
			calls,
			rate,
			urlOf: (call) => `${cluster.webhookUrl}/webhook/${workflows[call % workflows.length]?.path}`,
			onCall: (call) => {
				sent = call;
				onCall?.(call);
			},
		}),
	);
	await drained(cluster, label, workflows);
	return answered;
}

/** Waits until n8n has ended every execution of some workflows, or the time for it is over. */
export async function drained(
	cluster: Cluster,
	label: string,
	workflows: Published[],
): Promise<void> {
	const ids = workflows.map(({ id }) => id);
	await worked(`${label}: n8n works them off`, async () => await openExecutions(cluster, ids));
}

/** Waits until nothing is left to do, or the time for it is over. */
export async function worked(label: string, left: () => Promise<number>): Promise<void> {
	const deadline = Date.now() + DRAIN_TIMEOUT;
	let open: number | undefined;
	const work = async () => {
		while ((open = await left()) > 0 && Date.now() < deadline) await sleep(500);
	};
	await withProgress(label, () => (open === undefined ? '' : `${open} to go`), work());
}

/** What all sides say of the calls that one of the workflows has taken. */
export async function evidenceOf(
	{ cluster }: QueueTest,
	workflow: Published,
	workflows: Published[],
	calls: Call[],
): Promise<Evidence> {
	const own = calls.filter(({ number }) => workflows[number % workflows.length] === workflow);
	return await collect(cluster, workflow.id, own);
}
