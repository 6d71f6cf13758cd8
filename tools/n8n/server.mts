import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
	stop: () => Promise<void>;
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

/** How long n8n may take to end by itself, in ms. */
const STOP_TIMEOUT = 10_000;

/**
 * Starts an n8n and waits until its API answers.
 *
 * @throws UserError when the port is in use or n8n ends before it is ready.
 */
export async function startN8n(
	{ folder, runtime, version }: InstalledN8n,
	{ userFolder, port, env }: ServerOptions,
): Promise<N8nServer> {
	if (port !== undefined && !(await isFree(port))) {
		throw new UserError(
			`Port ${port} is in use. End the program that uses it, or choose another with --port, for example: npm start -- --port ${port + 1}`,
		);
	}
	const ownPort = port ?? (await freePort());
	const url = `http://localhost:${ownPort}`;
	await mkdir(userFolder, { recursive: true });
	const logFile = join(userFolder, 'n8n.log');

	const child = spawn(join(runtime.binFolder, 'node'), ['node_modules/n8n/bin/n8n', 'start'], {
		cwd: folder,
		env: {
			...process.env,
			...runtimeEnvironment(runtime),
			...QUIET,
			N8N_USER_FOLDER: userFolder,
			N8N_PORT: String(ownPort),
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		// A process group of its own: n8n starts a task runner, and both have to go.
		detached: true,
	});
	const log = createWriteStream(logFile);
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	const killAtExit = () => signal(child, 'SIGKILL');
	process.once('exit', killAtExit);

	const stop = async () => {
		await end(child);
		process.off('exit', killAtExit);
		log.end();
	};
	const api = new N8nApi(url);
	try {
		await untilReady(child, api);
	} catch (error) {
		await stop();
		const reason = error instanceof Error ? error.message : String(error);
		const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
		throw new UserError(
			`n8n ${version} did not start: ${reason}. Its last lines (${logFile}):\n${lastLines}`,
		);
	}
	return { url, userFolder, logFile, api, stop };
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
	// Some versions take no tool from a community package without it.
	N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true',
};

async function untilReady(child: ChildProcess, api: N8nApi): Promise<void> {
	const deadline = Date.now() + START_TIMEOUT;
	while (!(await api.isReady())) {
		if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
		if (Date.now() > deadline)
			throw new Error(`it did not answer within ${START_TIMEOUT / 1000} s`);
		await sleep(200);
	}
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		const ended = new Promise((resolve) => child.once('exit', resolve));
		signal(child, 'SIGTERM');
		await Promise.race([ended, sleep(STOP_TIMEOUT, undefined, { ref: false })]);
	}
	// The task runner may outlive n8n, and n8n may hang.
	signal(child, 'SIGKILL');
}

/** Sends a signal to the whole process group of a child that was started detached. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, name);
	} catch {
		// The group has ended already.
	}
}
