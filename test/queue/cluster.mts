import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { N8nApi } from '../../tools/n8n/api.mts';
import { installN8n, type InstalledN8n } from '../../tools/n8n/installN8n.mts';
import { freePort } from '../../tools/n8n/ports.mts';
import { startN8nProcess } from '../../tools/n8n/server.mts';
import { NEWEST, type N8nVersion } from '../../tools/n8n/versions.mts';
import type { Program } from '../../tools/program.mts';
import { request } from '../../tools/n8n/request.mts';
import { SLOW_SLUG } from './workflow.mts';
import { commandOf, environmentOf, replicasOf } from './compose.mts';
import { installPackage, sharePackages } from './packages.mts';
import { Postgres } from './postgres.mts';
import { startRedis } from './redis.mts';
import type { N8nProcess, Worker } from './worker.mts';

/**
 * n8n in queue mode as deploy/compose.yaml has it, on loopback with throw-away data, and the
 * stand-in flow service beside it. `close` ends whatever has been started, also in the middle of
 * `open`.
 */
export class Cluster {
	standIn!: StandIn;

	api!: N8nApi;

	database!: Postgres;

	/** Of the main process, and of the webhook process, which takes the production webhooks. */
	mainUrl!: string;

	webhookUrl!: string;

	main!: N8nProcess;

	/** Takes the production webhooks, and what resumes executions that wait. */
	webhook!: N8nProcess;

	readonly workers: Worker[] = [];

	private readonly started: Array<() => Promise<unknown>> = [];

	private installed!: InstalledN8n;

	private folder!: string;

	private packages!: string;

	private redis!: { program: Program; port: number };

	/** What differs from deploy/compose.yaml: secrets and addresses. */
	private addresses!: NodeJS.ProcessEnv;

	/** What workers are given beside it. */
	private workerSettings: NodeJS.ProcessEnv = {};

	constructor(private readonly n8n: N8nVersion = NEWEST) {}

	get version(): string {
		return this.n8n.version;
	}

	/** @throws UserError when something cannot be installed or started. */
	async open(onStep: (title: string) => void): Promise<this> {
		this.installed = await installN8n(this.n8n);
		this.folder = await mkdtemp(join(tmpdir(), 'trigger-flow-queue-'));
		this.started.push(() => rm(this.folder, { recursive: true, force: true, maxRetries: 5 }));
		// PostgreSQL runs as another user, and its data is in this folder.
		await chmod(this.folder, 0o755);

		onStep('Building, packing and installing the package');
		this.packages = await installPackage(this.folder);

		onStep('Starting the stand-in flow service, Redis and PostgreSQL');
		await this.startServices();

		onStep(`Starting n8n ${this.version}: main process`);
		await this.startMain();

		onStep(`Starting n8n ${this.version}: webhook process and ${replicasOf('worker')} workers`);
		await Promise.all([this.startWebhook(), this.startWorkers()]);
		return this;
	}

	/** A credential for the stand-in's QA environment, of one paste: the request of the flow under load. */
	get credential(): Record<string, unknown> {
		const accessToken = startEventRequest(this.standIn.urls.qa, SLOW_SLUG, {}, TOKENS.qa);
		return { environment: 'qa', accessToken };
	}

	/** The log files of n8n's processes that should run and do not. */
	get ended(): string[] {
		const programs = [this.main, this.webhook, ...this.workers].map(({ program }) => program);
		return programs.filter(({ isRunning }) => !isRunning()).map(({ logFile }) => logFile);
	}

	/** Starts a process that has ended again, as Docker would. */
	async revive(ended: N8nProcess): Promise<void> {
		ended.program = await ended.start();
	}

	/** Ends the workers and starts them again, with settings that deploy/compose.yaml has not. */
	async restartWorkers(settings: NodeJS.ProcessEnv): Promise<void> {
		this.workerSettings = settings;
		await Promise.all(this.workers.map(({ program }) => program.stop()));
		await Promise.all(this.workers.map((worker) => this.revive(worker)));
	}

	/** Ends Redis and starts it again on the data that it has kept. */
	async restartRedis(): Promise<void> {
		await this.redis.program.stop();
		this.redis.program = await startRedis(join(this.folder, 'redis'), this.redis.port);
	}

	async close(): Promise<void> {
		for (const stop of this.started.splice(0).reverse()) await stop();
	}

	private async startServices(): Promise<void> {
		this.standIn = await startStandIn();
		this.started.push(() => this.standIn.close());

		const redisPort = await freePort();
		const program = await startRedis(join(this.folder, 'redis'), redisPort);
		this.redis = { program, port: redisPort };
		this.started.push(() => this.redis.program.stop());

		const databasePort = await freePort();
		const database = await Postgres.start(join(this.folder, 'postgres'), databasePort);
		this.database = database.postgres;
		this.started.push(database.program.stop);

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
		this.addresses.N8N_WEBHOOK_URL = `${this.webhookUrl}/`;
		this.mainUrl = `http://localhost:${port}`;
		this.api = new N8nApi(this.mainUrl);
		this.main = await this.begin(
			'main',
			async () => await this.startProcess('main', 'main', port, () => this.api.isReady()),
		);
		await this.api.signIn();
	}

	private async startWebhook(): Promise<void> {
		const port = Number(new URL(this.webhookUrl).port);
		this.webhook = await this.begin(
			'webhook',
			async () => await this.startProcess('webhook', 'webhook', port),
		);
	}

	private async startWorkers(): Promise<void> {
		const names = Array.from({ length: replicasOf('worker') }, (_, index) => `worker-${index + 1}`);
		await Promise.all(
			names.map(async (name) => {
				const start = async () => await this.startProcess('worker', name, await freePort());
				this.workers.push(await this.begin(name, start));
			}),
		);
	}

	private async begin(name: string, start: () => Promise<Program>): Promise<N8nProcess> {
		const begun = { name, program: await start(), start };
		this.started.push(() => begun.program.stop());
		return begun;
	}

	/** @param name Of the process: that of its own folder, and thereby of its log. */
	private async startProcess(
		service: string,
		name: string,
		port: number,
		isReady = () => isHealthy(port),
	): Promise<Program> {
		const userFolder = join(this.folder, name);
		await sharePackages(this.packages, userFolder);
		return await startN8nProcess(this.installed, {
			args: commandOf(service),
			userFolder,
			env: {
				...environmentOf(service),
				...this.addresses,
				...(service === 'worker' ? this.workerSettings : {}),
				N8N_PORT: String(port),
				QUEUE_HEALTH_CHECK_PORT: String(port),
			},
			isReady,
		});
	}
}

async function isHealthy(port: number): Promise<boolean> {
	try {
		const { ok, status } = await request(`http://127.0.0.1:${port}/healthz/readiness`);
		// Older workers have the one address alone.
		return ok || (status === 404 && (await request(`http://127.0.0.1:${port}/healthz`)).ok);
	} catch {
		return false;
	}
}
