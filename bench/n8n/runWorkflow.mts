import { setTimeout as sleep } from 'node:timers/promises';

import type { Item } from '../items.mts';
import type { Seen } from '../measurement.mts';
import type { BenchLab } from './lab.mts';
import { GAUGE, MEASURED } from './workflow.mts';

/** How long n8n may take to save an execution after its webhook has answered, in ms. */
const SAVE_TIMEOUT = 60_000;

/** How long n8n may take after its start until it knows its webhooks, in ms. */
const PUBLISH_TIMEOUT = 30_000;

/** A workflow whose webhook is live. */
export interface ActiveWorkflow {
	id: string;
	/** Of its webhook. */
	path: string;
}

/** Runs an active workflow once, and reads what its measured node did from the saved execution. */
export async function runWorkflow(
	lab: BenchLab,
	{ id, path }: ActiveWorkflow,
	items: Item[],
): Promise<Omit<Seen, 'service'>> {
	const before = await whenReady(async () => await lastExecution(lab, id));
	await callWebhook(`${lab.n8n.url}/webhook/${path}`, JSON.stringify({ items }));
	const execution = await nextExecution(lab, id, before?.id);
	return read(await whenReady(async () => await executionData(lab, execution)));
}

/** Answered when the last node is done; 500 when a node has failed, which the execution tells. */
async function callWebhook(url: string, body: string): Promise<void> {
	const headers = { 'content-type': 'application/json' };
	const deadline = Date.now() + PUBLISH_TIMEOUT;
	for (;;) {
		const response = await fetch(url, { method: 'POST', headers, body });
		const text = await response.text();
		if (response.status !== 404) return;
		if (Date.now() > deadline) throw new Error(`n8n does not know its own webhook: ${text}`);
		await sleep(200);
	}
}

interface ExecutionRow {
	id: string;
	stoppedAt: string | null;
}

async function lastExecution(lab: BenchLab, workflowId: string): Promise<ExecutionRow | undefined> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = (await lab.n8n.api.call(
		'GET',
		`/rest/executions?limit=1&filter=${filter}`,
	)) as { results: ExecutionRow[] };
	return results[0];
}

async function nextExecution(
	lab: BenchLab,
	workflowId: string,
	previous: string | undefined,
): Promise<string> {
	const deadline = Date.now() + SAVE_TIMEOUT;
	for (;;) {
		const row = await whenReady(async () => await lastExecution(lab, workflowId));
		if (row !== undefined && row.id !== previous && row.stoppedAt !== null) return row.id;
		if (Date.now() > deadline) throw new Error('n8n has not saved the execution');
		await sleep(100);
	}
}

/** n8n answers 503 while an event loop full of requests keeps it from its database. */
async function whenReady<T>(ask: () => Promise<T>): Promise<T> {
	const deadline = Date.now() + SAVE_TIMEOUT;
	for (;;) {
		try {
			return await ask();
		} catch (error) {
			const isBusy = error instanceof Error && error.message.includes(' 503 ');
			if (!isBusy || Date.now() > deadline) throw error;
			await sleep(500);
		}
	}
}

interface NodeRun {
	executionTime: number;
	error?: { message: string };
	data?: { main: Array<Array<{ json: Record<string, unknown> }> | null> };
}

type RunData = Record<string, NodeRun[] | undefined>;

async function executionData(lab: BenchLab, id: string): Promise<RunData> {
	const { data } = (await lab.n8n.api.call('GET', `/rest/executions/${id}`)) as { data: string };
	const flatted = lab.require('flatted') as { parse: (text: string) => unknown };
	return (flatted.parse(data) as { resultData: { runData: RunData } }).resultData.runData;
}

function read(runData: RunData): Omit<Seen, 'service'> {
	const measured = runData[MEASURED]?.[0];
	if (measured === undefined) {
		throw new Error(`The measured node has not run, only ${Object.keys(runData).join(', ')}`);
	}
	const memory = runData[GAUGE]?.[0]?.data?.main[0]?.[0]?.json ?? {};
	return {
		milliseconds: measured.executionTime,
		base: numberOf(memory.base),
		heap: numberOf(memory.heap),
		sockets: numberOf(memory.sockets),
		peak: numberOf(memory.peak),
		answers: measured.data?.main[0]?.length ?? 0,
		error: measured.error?.message ?? null,
	};
}

function numberOf(value: unknown): number | null {
	return typeof value === 'number' ? value : null;
}
