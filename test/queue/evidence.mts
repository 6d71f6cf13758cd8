import { readFile } from 'node:fs/promises';
import { setTimeout as sleep, setInterval } from 'node:timers/promises';

import { withProgress } from '../../tools/progress.mts';
import type { Program } from '../../tools/program.mts';
import { postJson } from '../../tools/request.mts';
import type { Cluster } from './cluster.mts';

/** An execution as n8n has saved it. */
export interface Execution {
	id: string;
	status: string;
	/** The call that it is for. Null when n8n has saved none of its data. */
	call: number | null;
}

/** How long n8n may take to end what it has accepted. A killed worker's lock lasts a minute. */
const DRAIN_TIMEOUT_MS = 300_000;

/**
 * Sends webhook calls, numbered from 1, at a steady rate, each of them once. Resolves to whether
 * each of them was accepted.
 */
export async function sendCalls(
	url: string,
	{ calls, rate }: { calls: number; rate: number },
	onCall: (call: number) => void = () => {},
): Promise<boolean[]> {
	const sent: Array<Promise<boolean>> = [];
	for await (const _ of setInterval(1000 / rate)) {
		onCall(sent.length + 1);
		const answer = postJson(url, { call: sent.length + 1 }).catch(() => undefined);
		sent.push(answer.then((response) => response?.ok === true));
		if (sent.length === calls) break;
	}
	return await Promise.all(sent);
}

/** Waits until nothing is left to do, or the time is over. */
export async function worked(label: string, left: () => number | Promise<number>): Promise<void> {
	const deadline = Date.now() + DRAIN_TIMEOUT_MS;
	let open: number | undefined;
	const work = async () => {
		while ((open = await left()) > 0 && Date.now() < deadline) await sleep(500);
	};
	await withProgress(label, work(), () => (open === undefined ? '' : `${open} to go`));
}

/** How many executions of a workflow n8n shows in each status. */
export async function statusesOf(
	{ database }: Cluster,
	workflowId: string,
): Promise<Record<string, number>> {
	const rows = await database.query<{ status: string; count: number }>(`
		SELECT status, count(*) AS count FROM execution_entity
		WHERE "workflowId" = '${workflowId}' GROUP BY status`);
	return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** n8n saves an execution's data as one string, in which the call is found. */
export async function executionsOf(
	{ database }: Cluster,
	workflowId: string,
): Promise<Execution[]> {
	return await database.query<Execution>(`
		SELECT execution.id::text AS id, execution.status,
			substring(saved.data FROM '"call":([0-9]+)')::integer AS call
		FROM execution_entity execution
		LEFT JOIN execution_data saved ON saved."executionId" = execution.id
		WHERE execution."workflowId" = '${workflowId}'
		ORDER BY execution.id`);
}

/** The ids of the executions that a worker has started, from n8n's log. */
export async function runsOf({ logFile }: Program): Promise<string[]> {
	const log = await readFile(logFile, 'utf8');
	return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id as string);
}

/** The worker that has started an execution. @throws Error when none has logged it. */
export async function workerOf(workers: Program[], execution: string): Promise<Program> {
	for (const worker of workers) if ((await runsOf(worker)).includes(execution)) return worker;
	throw new Error(`no worker has logged execution ${execution}`);
}

export function countBy<T, Key>(values: T[], keyOf: (value: T) => Key): Map<Key, number> {
	const counts = new Map<Key, number>();
	for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
	return counts;
}
