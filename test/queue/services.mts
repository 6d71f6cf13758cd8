import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { isFree } from '../../tools/loopback.mts';
import { Program } from '../../tools/program.mts';
import { requireProgram } from '../requireProgram.mts';
import { commandOf } from './compose.mts';

const run = promisify(execFile);

/** Where Debian keeps the programs of each major version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** The owner of the database, without a password: it listens on loopback alone. */
const OWNER = 'n8n';

/** A PostgreSQL on loopback. `query` resolves to the rows. */
export type Postgres = Program & { query: <Row>(sql: string) => Promise<Row[]> };

/**
 * @param folder Where its data goes; the user `postgres` has to reach it.
 * @param port A free one.
 * @throws UserError when there is none.
 */
export async function startPostgres(folder: string, port: number): Promise<Postgres> {
	const postgres = requireProgram('PostgreSQL', listServers(), 'postgresql');
	const path = (program: string) => join(dirname(postgres), program);
	const psql = async (database: string, sql: string) => {
		const at = ['-h', '127.0.0.1', '-p', String(port), '-U', OWNER, '-d', database];
		const how = ['--no-psqlrc', '--tuples-only', '--no-align', '-c', sql];
		const options = { cwd: folder, maxBuffer: 64 * 1024 ** 2 };
		return (await run(path('psql'), [...at, ...how], options)).stdout;
	};

	await mkdir(folder, { recursive: true });
	const user = ordinaryUser();
	if (user !== undefined) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const initialize = [
		'--pgdata',
		data,
		'--username',
		OWNER,
		'--auth',
		'trust',
		'--encoding',
		'UTF8',
	];
	await run(path('initdb'), initialize, { cwd: folder, ...user });
	const listen = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`];
	const program = new Program({
		title: 'PostgreSQL',
		command: postgres,
		args: ['-D', data, '-p', String(port), ...listen],
		cwd: folder,
		...user,
		logFile: join(folder, 'postgres.log'),
		// Ends connections that are open, instead of waiting for their ends.
		killSignal: 'SIGINT',
		isReady: async () => Boolean(await psql('postgres', 'SELECT 1').catch(() => '')),
	});
	await program.start();
	await psql('postgres', `CREATE DATABASE ${OWNER}`);
	const query = async <Row,>(sql: string) => {
		const rows = await psql(OWNER, `SELECT coalesce(json_agg(row), '[]') FROM (${sql}) row`);
		return JSON.parse(rows) as Row[];
	};
	return Object.assign(program, { query });
}

/** PostgreSQL's server of each version that is there, the newest first. */
function listServers(): string[] {
	const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(DEBIAN_FOLDER, version, 'bin', 'postgres'));
}

/** PostgreSQL refuses to run as root, so then the user of its package runs it. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts a Redis on loopback, as examples/compose.yaml starts it.
 *
 * @param folder Where its data is; it is read again at the next start.
 * @throws UserError when there is none.
 */
export async function startRedis(folder: string, port: number): Promise<Program> {
	const paths = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];
	const command = requireProgram('Redis', paths, 'redis-server');
	await mkdir(folder, { recursive: true });
	const [, ...args] = commandOf('redis');
	const program = new Program({
		title: 'Redis',
		command,
		args: [...args, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
		cwd: folder,
		logFile: join(folder, 'redis.log'),
		isReady: async () => !(await isFree(port)),
	});
	await program.start();
	return program;
}
