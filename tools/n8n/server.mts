import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from '../loopback.mts';
import { Program } from '../program.mts';
import { runtimeEnvironment, type InstalledN8n } from './installN8n.mts';

export interface ServerOptions {
	/** n8n's command and what belongs to it, such as `['worker', '--concurrency=5']`. */
	args: string[];
	/** n8n's data folder. Never a person's own: n8n would migrate it. */
	userFolder: string;
	port: number;
	env?: NodeJS.ProcessEnv;
	/** Whether it takes requests. */
	isReady: () => Promise<boolean>;
}

/**
 * Makes one of n8n's processes, which is still to be started: the server (`start`), or a part of queue mode.
 */
export async function createN8n(
	installed: InstalledN8n,
	{ args, userFolder, port, env, isReady }: ServerOptions,
): Promise<Program> {
	await mkdir(userFolder, { recursive: true });
	return new Program({
		title: `n8n ${installed.version}`,
		command: join(installed.nodeFolder, 'bin', 'node'),
		args: ['node_modules/n8n/bin/n8n', ...args],
		cwd: installed.folder,
		env: {
			...runtimeEnvironment(installed),
			...QUIET,
			N8N_USER_FOLDER: userFolder,
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
			N8N_PORT: String(port),
		},
		logFile: join(userFolder, 'n8n.log'),
		isReady,
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
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	// The editor shows times in the browser's zone.
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
};
