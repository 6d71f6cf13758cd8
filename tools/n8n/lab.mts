import { mkdir, mkdtemp, rm } from 'node:fs/promises';

import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import type { Environment } from '../../stand-in/startLog.mts';
import { cacheFolder } from '../cache.mts';
import { installN8n, type InstalledN8n } from './installN8n.mts';
import { packPackage, unpackIntoN8n } from './packPackage.mts';
import { startN8n, type N8nServer } from './server.mts';
import type { N8nVersion } from './versions.mts';

export interface LabOptions {
	n8n: N8nVersion;
	/** Default: free ones. */
	n8nPort?: number;
	standInPort?: number;
	/** Told at the beginning of each step. */
	onStep?: (title: string) => void;
}

/**
 * A real n8n with the packed package in it, and the stand-in flow service beside it, in a
 * throw-away folder. `close` ends whatever has been started, also in the middle of `open`.
 */
export class Lab {
	n8n!: N8nServer;

	/** The installation that runs. */
	installed!: InstalledN8n;

	standIn!: StandIn;

	private readonly started: Array<() => Promise<unknown>> = [];

	/** @throws UserError when something cannot be installed or started. */
	async open({ n8n, n8nPort, standInPort, onStep = () => {} }: LabOptions): Promise<this> {
		this.installed = await installN8n(n8n);
		await mkdir(cacheFolder(), { recursive: true });
		const userFolder = await mkdtemp(cacheFolder('lab-'));
		this.started.push(() => rm(userFolder, { recursive: true, force: true, maxRetries: 5 }));

		onStep('Building and packing the package');
		await unpackIntoN8n(await packPackage(userFolder), userFolder);

		onStep('Starting the stand-in flow service');
		this.standIn = await startStandIn({ port: standInPort });
		this.started.push(this.standIn.close);

		onStep(`Starting n8n ${n8n.version}`);
		this.n8n = await startN8n(this.installed, { userFolder, port: n8nPort });
		this.started.push(this.n8n.stop);
		await this.n8n.api.signIn();
		return this;
	}

	/** The fields of a credential for one of the stand-in's environments. */
	credentialFor(environment: Environment): Record<string, unknown> {
		return {
			environment,
			baseUrl: this.standIn.urls[environment],
			accessToken: TOKENS[environment],
		};
	}

	async close(): Promise<void> {
		for (const stop of this.started.splice(0).reverse()) await stop();
	}
}
