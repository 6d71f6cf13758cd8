import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Lab } from '../tools/n8n/lab.mts';
import type { Silence } from './probe.mts';

/** Listens whether n8n answers, by a probe in its own process. */
export class Listener {
	private readonly probe: ChildProcess;

	/** @param lab One that is open; the probe ends with it. */
	constructor(private readonly lab: Lab) {
		// n8n's own Node: it strips the types itself.
		const execPath = join(lab.installed.runtime.binFolder, 'node');
		const path = fileURLToPath(new URL('probe.mts', import.meta.url));
		this.probe = fork(path, { execPath, execArgv: [] });
		lab.alsoClose(() => this.probe.kill());
	}

	/** Goes on listening. Resolves to the silences since it was asked the last time. */
	async listen(): Promise<Silence[]> {
		return await this.ask(this.lab.n8n.url);
	}

	/** The same, and listens no more: n8n has the machine to itself. */
	async rest(): Promise<Silence[]> {
		return await this.ask('');
	}

	private async ask(url: string): Promise<Silence[]> {
		const answered = once(this.probe, 'message') as Promise<[Silence[]]>;
		this.probe.send({ url });
		return (await answered)[0];
	}
}

/** The longest time of silence, in ms; of those that lie in `[from, to]` in part, only that part. */
export function longest(silences: Silence[], [from, to]: Silence = [0, Infinity]): number {
	const times = silences.map(([begin, end]) => Math.min(end, to) - Math.max(begin, from));
	return Math.max(0, ...times);
}
