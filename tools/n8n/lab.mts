import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import { cacheFolder } from '../cache.mts';
import { freePort, requireFree } from '../loopback.mts';
import type { Program } from '../program.mts';
import { showStep } from '../progress.mts';
import { startStandIn, TOKENS, type StandIn } from '../stand-in/server.mts';
import type { Environment } from '../stand-in/startLog.mts';
import { N8nApi, type NodeRun, type SavedCredential } from './api.mts';
import { installN8n, type InstalledN8n } from './installN8n.mts';
import { packPackage, unpack } from './packPackage.mts';
import { createN8n } from './server.mts';
import type { N8nVersion } from './versions.mts';

export interface LabOptions {
	n8n: N8nVersion;
	/** Default: free ports. */
	n8nPort?: number;
	standInPort?: number;
	/** Added to n8n's environment. */
	env?: NodeJS.ProcessEnv;
	/** The folder of a package with further nodes for the lab. */
	nodes?: string;
}

/**
 * A real n8n with the packed package in it, and the stand-in flow service beside it, in a
 * throw-away folder. `close` ends whatever has been started, also in the middle of `open`.
 */
export class Lab {
	/** The n8n that runs. */
	n8n!: Program & { url: string; api: N8nApi };

	/** Its data folder. */
	userFolder!: string;

	/** The installation that runs. */
	installed!: InstalledN8n;

	standIn!: StandIn;

	private readonly started: Array<() => unknown> = [];

	/** @throws UserError when something cannot be installed or started. */
	async open({ n8n, n8nPort, standInPort, env, nodes }: LabOptions): Promise<this> {
		for (const port of [n8nPort, standInPort]) if (port !== undefined) await requireFree(port);
		this.installed = await installN8n(n8n);
		await mkdir(cacheFolder(), { recursive: true });
		const userFolder = await mkdtemp(cacheFolder('lab-'));
		this.userFolder = userFolder;
		this.started.push(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));

		showStep('Building and packing the package');
		// Where n8n looks for its community packages.
		const packages = join(userFolder, '.n8n', 'nodes', 'node_modules');
		await unpack(await packPackage(userFolder), join(packages, 'n8n-nodes-start-flow'));
		if (nodes !== undefined) await cp(nodes, join(packages, basename(nodes)), { recursive: true });

		showStep('Starting the stand-in flow service');
		this.standIn = await startStandIn({ port: standInPort });
		this.started.push(this.standIn.close);

		showStep(`Starting n8n ${n8n.version}`);
		const port = n8nPort ?? (await freePort());
		const url = `http://localhost:${port}`;
		const api = new N8nApi(url);
		const program = await createN8n(this.installed, {
			args: ['start'],
			userFolder,
			port,
			env,
			isReady: async () => await api.isReady(),
		});
		this.n8n = Object.assign(program, { url, api });
		this.started.push(async () => await program.stop());
		await program.start();
		await api.signIn();
		return this;
	}

	/** The saved runs of each node in an execution, by the node's name. */
	async runData(executionId: string): Promise<Record<string, NodeRun[] | undefined>> {
		// As n8n itself writes and reads it.
		const require = createRequire(join(this.installed.folder, 'package.json'));
		const flatted = require('flatted') as { parse: (text: string) => unknown };
		const { resultData } = flatted.parse(await this.n8n.api.savedData(executionId)) as {
			resultData: { runData: Record<string, NodeRun[] | undefined> };
		};
		return resultData.runData;
	}

	/** Adds something that is ended with the rest. */
	alsoClose(stop: () => unknown): void {
		this.started.push(stop);
	}

	/** A credential for one of the stand-in's environments, with URL and token typed in. */
	credentialFor(environment: Environment): Record<string, unknown> {
		return {
			environment,
			connectWith: 'fields',
			baseUrl: this.standIn.urls[environment],
			accessToken: TOKENS[environment],
		};
	}

	/** Creates a credential with the pasted requests of some flows. Default: all. */
	async createPasted(
		name: string,
		environment: Environment,
		flows?: Array<[slug: string, example: object]>,
	): Promise<SavedCredential> {
		return await this.n8n.api.createCredential(name, this.standIn.pasted(environment, flows));
	}

	async close(): Promise<void> {
		for (const stop of this.started.splice(0).reverse()) await stop();
	}
}
