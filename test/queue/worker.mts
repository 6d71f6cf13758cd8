import { readFile } from 'node:fs/promises';

import type { Program } from '../../tools/program.mts';
import type { Cluster } from './cluster.mts';

/** One of n8n's processes. When it is started again, it is in the same folder and writes the same log. */
export interface N8nProcess {
	name: string;
	program: Program;
	/** Starts it, for the first time or again. */
	start: () => Promise<Program>;
}

/** How long it may take until the next start arrives, in ms. */
const NEXT_START = 60_000;

const BEGUN = /Worker started execution (\d+)/g;

/** The executions that a worker has begun to run, by their ids, as n8n logs it. */
export async function runsOf({ program }: N8nProcess): Promise<string[]> {
	return idsIn(await readFile(program.logFile, 'utf8'), BEGUN);
}

/** The worker that has begun an execution. @throws Error when none has logged it. */
export async function workerOf(workers: N8nProcess[], execution: string): Promise<N8nProcess> {
	for (const worker of workers) if ((await runsOf(worker)).includes(execution)) return worker;
	throw new Error(`no worker has logged execution ${execution}`);
}

/** A worker that has just started a flow, and waits for its answer. */
export async function busyWorker({ standIn, workers }: Cluster): Promise<N8nProcess> {
	const { log } = standIn;
	await log.waitFor(log.starts.length + 1, AbortSignal.timeout(NEXT_START));
	return await workerOf(workers, String(log.starts.at(-1)?.context.execution));
}

/** How many executions a worker has begun and not ended. */
export async function inHandOf({ program }: N8nProcess): Promise<number> {
	const log = await readFile(program.logFile, 'utf8');
	const finished = new Set(idsIn(log, /Worker finished execution (\d+)/g));
	return idsIn(log, BEGUN).filter((id) => !finished.has(id)).length;
}

function idsIn(log: string, pattern: RegExp): string[] {
	return [...log.matchAll(pattern)].map(([, id]) => id as string);
}
