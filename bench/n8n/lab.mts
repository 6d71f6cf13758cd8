import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cacheFolder } from '../../tools/cache.mts';
import { installN8n, type InstalledN8n } from '../../tools/n8n/installN8n.mts';
import { packPackage, unpackIntoN8n } from '../../tools/n8n/packPackage.mts';
import { startN8n, type N8nServer } from '../../tools/n8n/server.mts';
import type { N8nVersion } from '../../tools/n8n/versions.mts';
import { Service } from '../service/service.mts';

/** n8n's own defaults, but for what the bench has to read back or to send in. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'all',
	// The webhook brings 10,000 items at once; in MB.
	N8N_PAYLOAD_SIZE_MAX: '64',
};

/**
 * A real n8n with the packed package and the bench's own nodes in it, and the measured service
 * beside it. `close` ends whatever has been started, also in the middle of `open`.
 */
export class BenchLab {
	n8n!: N8nServer;

	service!: Service;

	/** The installation that runs: contenders outside n8n use its Node and its libraries. */
	installed!: InstalledN8n;

	private readonly started: Array<() => Promise<unknown>> = [];

	/** @throws UserError when something cannot be installed or started. */
	async open(version: N8nVersion, onStep: (title: string) => void): Promise<this> {
		this.installed = await installN8n(version);
		await mkdir(cacheFolder(), { recursive: true });
		const userFolder = await mkdtemp(cacheFolder('bench-'));
		this.started.push(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));

		onStep('Building and packing the package');
		await unpackIntoN8n(await packPackage(userFolder), userFolder);
		await cp(
			fileURLToPath(new URL('../benchNode', import.meta.url)),
			join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-bench'),
			{ recursive: true },
		);

		onStep(`Starting the measured service and n8n ${version.version}`);
		this.service = await Service.start(this.nodeProgram);
		this.started.push(() => this.service.stop());
		this.started.push(async () => await this.n8n?.stop());
		await this.start(userFolder);
		return this;
	}

	/** Ends n8n and starts it again with all that it has saved: a process that holds nothing yet. */
	async restart(): Promise<void> {
		await this.n8n.stop();
		await this.start(this.n8n.userFolder);
	}

	private async start(userFolder: string): Promise<void> {
		this.n8n = await startN8n(this.installed, { userFolder, env: ENVIRONMENT });
		await this.n8n.api.signIn();
	}

	/** The Node that runs n8n, and with it everything that is compared to it. */
	get nodeProgram(): string {
		return join(this.installed.runtime.binFolder, 'node');
	}

	get nodeVersion(): string {
		return execFileSync(this.nodeProgram, ['--version'], { encoding: 'utf8' }).trim().slice(1);
	}

	/** Loads a library as n8n itself does. */
	get require(): NodeJS.Require {
		return createRequire(join(this.installed.folder, 'package.json'));
	}

	/** Ends something else with the rest. */
	alsoClose(stop: () => Promise<unknown>): void {
		this.started.push(stop);
	}

	async close(): Promise<void> {
		for (const stop of this.started.splice(0).reverse()) await stop();
	}
}
