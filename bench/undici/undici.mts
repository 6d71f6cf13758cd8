import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CONCURRENCY } from '../contenders.mts';
import { contextOf, SLUG, TOKEN, type Item } from '../items.mts';
import type { Seen } from '../measurement.mts';
import type { BenchLab } from '../n8n/lab.mts';

const PROGRAM = fileURLToPath(new URL('main.mts', import.meta.url));

/** What the child is asked to do. */
export interface Work {
	/** The file from which undici is found: n8n's. */
	library: string;
	url: string;
	token: string;
	concurrency: number;
	bodies: object[];
}

/** Sends every item with undici, in a process of its own, as many at once as Trigger Flow does. */
export class UndiciClient {
	private constructor(
		private readonly child: ChildProcess,
		private readonly lab: BenchLab,
	) {}

	static async start(lab: BenchLab): Promise<UndiciClient> {
		const child = fork(PROGRAM, { execPath: lab.nodeProgram, execArgv: [] });
		await once(child, 'message');
		return new UndiciClient(child, lab);
	}

	async run(items: Item[]): Promise<Omit<Seen, 'service'>> {
		const work: Work = {
			library: join(this.lab.installed.folder, 'package.json'),
			url: this.lab.service.url,
			token: TOKEN,
			concurrency: CONCURRENCY,
			bodies: items.map((item) => ({ slug: SLUG, context: contextOf(item) })),
		};
		const done = once(this.child, 'message') as Promise<[Pick<Seen, 'milliseconds' | 'answers'>]>;
		this.child.send(work);
		const [result] = await done;
		return { ...result, base: null, heap: null, sockets: null, peak: null, error: null };
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.kill();
		await ended;
	}
}
