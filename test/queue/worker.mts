import { readFile } from 'node:fs/promises';

import type { Program } from '../../tools/program.mts';

/** One of n8n's processes. When it is started again, it is in the same folder and writes the same log. */
export interface N8nProcess {
	name: string;
	program: Program;
	/** Starts it, for the first time or again. */
	start: () => Promise<Program>;
}

export type Worker = N8nProcess;

/** In the words of newer and of older versions of n8n. */
const BEGUN = /(?:Worker started execution |Starting job \d+ \(execution )(\d+)/g;

/** The executions that a worker has begun to run, by their ids, as n8n logs it. */
export async function runsOf({ program }: Worker): Promise<string[]> {
	return idsIn(await readFile(program.logFile, 'utf8'), BEGUN);
}

/** The worker that has begun an execution. @throws Error when none has logged it. */
export async function workerOf(workers: Worker[], execution: string): Promise<Worker> {
	for (const worker of workers) if ((await runsOf(worker)).includes(execution)) return worker;
	throw new Error(`no worker has logged execution ${execution}`);
}

/** How many executions a worker has begun and not ended. */
export async function inHandOf({ program }: Worker): Promise<number> {
	const log = await readFile(program.logFile, 'utf8');
	const finished = new Set(idsIn(log, /Worker finished execution (\d+)/g));
	return idsIn(log, BEGUN).filter((id) => !finished.has(id)).length;
}

function idsIn(log: string, pattern: RegExp): string[] {
	return [...log.matchAll(pattern)].map(([, id]) => id as string);
}
