import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { startProgram, type Program } from '../program.mts';
import { UserError } from '../userError.mts';
import { N8nApi } from './api.mts';
import { runtimeEnvironment, type InstalledN8n } from './installN8n.mts';
import { freePort, isFree } from './ports.mts';

export interface N8nServer {
	url: string;
	userFolder: string;
	logFile: string;
	api: N8nApi;
	/** Ends n8n and everything that it started. */
	stop: Program['stop'];
	/** Ends it at once, as a crash would. */
	kill: () => Promise<void>;
}

export interface ServerOptions {
	/** n8n's data folder. Never a person's own: n8n would migrate it. */
	userFolder: string;
	/** Default: a free one. */
	port?: number;
	env?: NodeJS.ProcessEnv;
}

/** How long n8n may take from its start until it answers, in ms. A first start migrates a database. */
const START_TIMEOUT = 180_000;

/**
 * Starts an n8n and waits until its API answers.
 *
 * @throws UserError when the port is in use or n8n ends before it is ready.
 */
export async function startN8n(
	installed: InstalledN8n,
	{ userFolder, port, env }: ServerOptions,
): Promise<N8nServer> {
	if (port !== undefined && !(await isFree(port))) {
		throw new UserError(
			`Port ${port} is in use. End the program that uses it, or choose another with --port, for example: npm start -- --port ${port + 1}`,
		);
	}
	const ownPort = port ?? (await freePort());
	const url = `http://localhost:${ownPort}`;
	const api = new N8nApi(url);
	const program = await startN8nProcess(installed, {
		args: ['start'],
		userFolder,
		env: { N8N_PORT: String(ownPort), ...env },
		isReady: async () => await api.isReady(),
	});
	return { url, userFolder, api, logFile: program.logFile, stop: program.stop, kill: program.kill };
}

export interface ProcessOptions {
	/** n8n's command and what belongs to it, such as `['worker', '--concurrency=5']`. */
	args: string[];
	/** See ServerOptions. */
	userFolder: string;
	env: NodeJS.ProcessEnv;
	/** Whether it takes requests. */
	isReady: () => Promise<boolean>;
}

/**
 * Starts one of n8n's processes: the server (`start`), or a part of queue mode.
 *
 * @throws UserError when it ends before it is ready.
 */
export async function startN8nProcess(
	{ folder, runtime, version }: InstalledN8n,
	{ args, userFolder, env, isReady }: ProcessOptions,
): Promise<Program> {
	await mkdir(userFolder, { recursive: true });
	return await startProgram({
		title: `n8n ${version}`,
		command: join(runtime.binFolder, 'node'),
		args: ['node_modules/n8n/bin/n8n', ...args],
		cwd: folder,
		env: {
			...runtimeEnvironment(runtime),
			...QUIET,
			N8N_USER_FOLDER: userFolder,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
		logFile: join(userFolder, 'n8n.log'),
		isReady,
		startTimeout: START_TIMEOUT,
	});
}

/** Keeps n8n on loopback and away from the network. */
const QUIET: NodeJS.ProcessEnv = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// The editor shows times in the browser's zone.
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
};
