import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { findOrInstall } from '../../tools/debian.mts';
import { startProgram, type Program } from '../../tools/program.mts';

const run = promisify(execFile);

/** How long PostgreSQL may take to start, in ms. */
const START_TIMEOUT = 60_000;

/** Where Debian keeps the programs of each major version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The owner of the database, without a password: it listens on loopback alone. */
const OWNER = 'n8n';

/** A PostgreSQL of the test's own on loopback. */
export class Postgres {
	private constructor(
		private readonly programs: string,
		private readonly port: number,
		private readonly folder: string,
	) {}

	/**
	 * @param folder Where its data goes; the user `postgres` has to reach it.
	 * @param port A free one.
	 * @throws UserError when there is none and none can be installed.
	 */
	static async start(
		folder: string,
		port: number,
	): Promise<{ postgres: Postgres; program: Program }> {
		const programs = await findOrInstall({
			title: 'PostgreSQL',
			packages: ['postgresql'],
			find: findPrograms,
		});
		await mkdir(folder, { recursive: true });
		const postgres = new Postgres(programs, port, folder);
		const program = await postgres.open();
		return { postgres, program };
	}

	private async open(): Promise<Program> {
		const user = ordinaryUser();
		if (user !== undefined) await chown(this.folder, user.uid, user.gid);
		const data = join(this.folder, 'data');
		await run(
			this.path('initdb'),
			['--pgdata', data, '--username', OWNER, '--auth', 'trust', '--encoding', 'UTF8'],
			{ cwd: this.folder, ...user },
		);
		const at = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${this.folder}`];
		const program = await startProgram({
			title: 'PostgreSQL',
			command: this.path('postgres'),
			args: ['-D', data, '-p', String(this.port), ...at],
			cwd: this.folder,
			user,
			logFile: join(this.folder, 'postgres.log'),
			// Ends connections that are open, instead of waiting for their ends.
			stopSignal: 'SIGINT',
			isReady: async () => await this.isReady(),
			startTimeout: START_TIMEOUT,
		});
		await this.psql('postgres', `CREATE DATABASE ${OWNER}`);
		return program;
	}

	/** The rows that a query gives. */
	async query<Row>(sql: string): Promise<Row[]> {
		const text = await this.psql(OWNER, `SELECT coalesce(json_agg(row), '[]') FROM (${sql}) row`);
		return JSON.parse(text) as Row[];
	}

	private async isReady(): Promise<boolean> {
		try {
			await this.psql('postgres', 'SELECT 1');
			return true;
		} catch {
			return false;
		}
	}

	private async psql(database: string, sql: string): Promise<string> {
		const connection = ['--host', '127.0.0.1', '--port', String(this.port), '--username', OWNER];
		const { stdout } = await run(
			this.path('psql'),
			[
				...connection,
				'--dbname',
				database,
				'--no-psqlrc',
				'--tuples-only',
				'--no-align',
				'-c',
				sql,
			],
			{ cwd: this.folder, maxBuffer: 64 * 1024 ** 2 },
		);
		return stdout;
	}

	private path(program: string): string {
		return join(this.programs, program);
	}
}

/** The folder of PostgreSQL's programs, of the newest version that is there. */
function findPrograms(): string | undefined {
	const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
	const folders = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
	return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
		['initdb', 'postgres', 'psql'].every((program) => existsSync(join(folder, program))),
	);
}

/** PostgreSQL refuses to run as root: the user that its package has made runs it then. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}
