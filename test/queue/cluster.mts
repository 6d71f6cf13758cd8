import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../tools/loopback.mts';
import { N8nApi, type SavedCredential } from '../../tools/n8n/api.mts';
import { installN8n, type InstalledN8n } from '../../tools/n8n/installN8n.mts';
import { createN8n } from '../../tools/n8n/server.mts';
import type { N8nVersion } from '../../tools/n8n/versions.mts';
import type { Program } from '../../tools/program.mts';
import { showStep } from '../../tools/progress.mts';
import { postJson, request } from '../../tools/request.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { startStandIn, type StandIn } from '../../tools/stand-in/server.mts';
import type { Scenario } from '../scenario.mts';
import { commandOf, environmentOf, installPackage, replicasOf, sharePackages } from './compose.mts';
import { startPostgres, startRedis, type Postgres } from './services.mts';

/** Everything that the parts of the test share. */
export interface QueueTest {
	cluster: Cluster;
	scenario: Scenario;
}

/**
 * n8n in queue mode as examples/compose.yaml has it, on loopback with throw-away data, and the
 * stand-in flow service beside it. `close` ends whatever has been started, also in the middle of
 * `open`.
 */
export class Cluster {
	standIn!: StandIn;
	api!: N8nApi;
	/** The credential with the flow under load. */
	credential!: SavedCredential;
	database!: Postgres;
	redis!: Program;
	mainUrl!: string;
	main!: Program;
	/** Handles the production webhooks, and the callbacks of executions that wait. */
	webhook!: Program;
	workers: Program[] = [];

	private webhookUrl!: string;
	private readonly started: Array<() => Promise<unknown>> = [];
	private installed!: InstalledN8n;
	private folder!: string;
	private packages!: string;
	/** The settings that differ from examples/compose.yaml: secrets and addresses. */
	private addresses!: NodeJS.ProcessEnv;

	/** @throws UserError when something cannot be installed or started. */
	async open(n8n: N8nVersion): Promise<void> {
		this.installed = await installN8n(n8n);
		this.folder = await mkdtemp(join(tmpdir(), 'start-flow-queue-'));
		this.started.push(() => rm(this.folder, { recursive: true, force: true, maxRetries: 5 }));
		// PostgreSQL runs as another user, and its data is in this folder.
		await chmod(this.folder, 0o755);

		showStep('Building, packing and installing the package');
		this.packages = await installPackage(this.folder);

		showStep('Starting the stand-in flow service, Redis and PostgreSQL');
		await this.startServices();

		showStep(`Starting n8n ${n8n.version}: main process, webhook process and workers`);
		await this.startMain();
		await this.startOthers();
		const pasted = this.standIn.pasted('qa', [[SLUGS.slow, {}]]);
		this.credential = await this.api.createCredential('Trigger Flow QA', pasted);
	}

	get processes(): Program[] {
		return [this.main, this.webhook, ...this.workers];
	}

	/** Where a webhook is called. */
	urlOf(path: string): string {
		return `${this.webhookUrl}/webhook/${path}`;
	}

	/** Calls a webhook. Fails unless n8n accepts the call. */
	async post(path: string, body: object): Promise<void> {
		const response = await postJson(this.urlOf(path), body);
		assert.equal(response.status, 200, await response.text());
	}

	/** Restarts the workers. @param env What examples/compose.yaml does not set. */
	async restartWorkers(env?: NodeJS.ProcessEnv): Promise<void> {
		for (const worker of this.workers) await worker.stop();
		await Promise.all(this.workers.map((worker) => worker.start(env)));
	}

	async close(): Promise<void> {
		for (const stop of this.started.splice(0).reverse()) await stop();
	}

	private async startServices(): Promise<void> {
		this.standIn = await startStandIn();
		this.started.push(() => this.standIn.close());

		const redisPort = await freePort();
		this.redis = await startRedis(join(this.folder, 'redis'), redisPort);
		this.started.push(() => this.redis.stop());

		const databasePort = await freePort();
		this.database = await startPostgres(join(this.folder, 'postgres'), databasePort);
		this.started.push(() => this.database.stop());

		this.addresses = {
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redisPort),
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(databasePort),
			DB_POSTGRESDB_PASSWORD: '',
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
	}

	private async startMain(): Promise<void> {
		const [port, webhookPort] = [await freePort(), await freePort()];
		this.webhookUrl = `http://127.0.0.1:${webhookPort}`;
		// Newer n8n know N8N_WEBHOOK_URL, too.
		this.addresses.WEBHOOK_URL = `${this.webhookUrl}/`;
		this.mainUrl = `http://localhost:${port}`;
		this.api = new N8nApi(this.mainUrl);
		this.main = await this.begin('main', 'main', port, () => this.api.isReady());
		await this.api.signIn();
	}

	private async startOthers(): Promise<void> {
		const port = Number(new URL(this.webhookUrl).port);
		const webhook = this.begin('webhook', 'webhook', port);
		const workers = Array.from({ length: replicasOf('worker') }, async (_, index) =>
			this.begin('worker', `worker-${index + 1}`, await freePort()),
		);
		[this.webhook, ...this.workers] = await Promise.all([webhook, ...workers]);
	}

	/** @param name The name of the process, of its folder and so of its log. */
	private async begin(
		service: string,
		name: string,
		port: number,
		isReady = () => isHealthy(port),
	): Promise<Program> {
		const userFolder = join(this.folder, name);
		await sharePackages(this.packages, userFolder);
		const program = await createN8n(this.installed, {
			args: commandOf(service),
			userFolder,
			port,
			env: {
				...environmentOf(service),
				...this.addresses,
				// For workers, the docs name it for n8n 1.x.
				QUEUE_WORKER_MAX_STALLED_COUNT: '0',
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
			isReady,
		});
		this.started.push(() => program.stop());
		await program.start();
		return program;
	}
}

async function isHealthy(port: number): Promise<boolean> {
	const answer = request(`http://127.0.0.1:${port}/healthz/readiness`);
	return (await answer.catch(() => undefined))?.ok === true;
}
