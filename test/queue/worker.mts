import { readFile } from 'node:fs/promises';

import type { Program } from '../../tools/program.mts';

/** One of n8n's workers. When it is started again, it is in the same folder and writes the same log. */
export interface Worker {
	name: string;
	program: Program;
}

/** The executions that a worker has begun to run, by their ids, as n8n logs it. */
export async function runsOf({ program }: Worker): Promise<string[]> {
	return idsIn(await readFile(program.logFile, 'utf8'), /Worker started execution (\d+)/g);
}

/** How many executions a worker has begun and not ended. */
export async function inHandOf({ program }: Worker): Promise<number> {
	const log = await readFile(program.logFile, 'utf8');
	const finished = new Set(idsIn(log, /Worker finished execution (\d+)/g));
	return idsIn(log, /Worker started execution (\d+)/g).filter((id) => !finished.has(id)).length;
}

function idsIn(log: string, pattern: RegExp): string[] {
	return [...log.matchAll(pattern)].map(([, id]) => id as string);
}
