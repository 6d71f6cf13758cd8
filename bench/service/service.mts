import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Counts, Mode } from './counts.mts';

const PROGRAM = fileURLToPath(new URL('main.mts', import.meta.url));

/** The measured service, seen from the bench. */
export class Service {
	private constructor(
		private readonly child: ChildProcess,
		/** Where a PUT starts a flow. */
		readonly url: string,
	) {}

	/** @param node The program that runs it, of Node 24 or newer. */
	static async start(node: string): Promise<Service> {
		const child = fork(PROGRAM, { execPath: node, execArgv: [] });
		const [{ port }] = (await once(child, 'message')) as [{ port: number }];
		return new Service(child, `http://127.0.0.1:${port}/v1/start`);
	}

	/** Sets how it behaves, and begins to count anew. */
	async behave(mode: Mode): Promise<void> {
		await this.ask({ mode });
	}

	async counts(): Promise<Counts> {
		return ((await this.ask({})) as { counts: Counts }).counts;
	}

	async stop(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.kill();
		await ended;
	}

	private async ask(message: object): Promise<unknown> {
		const answered = once(this.child, 'message') as Promise<[unknown]>;
		this.child.send(message);
		return (await answered)[0];
	}
}
