/**
 * `node tools/run.mjs FILE [ARG …]`: runs a TypeScript file of this project on a fresh machine.
 * Installs the project's packages first where they are missing or out of date.
 *
 * Plain JavaScript without a dependency, because it runs before there are any.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
	fail(`This needs Node 20 or newer, and this is Node ${process.versions.node}.`);
}
if (!areInstalled()) await installPackages();
process.exitCode = await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)]);

/** Whether every package of the lock file is there. npm keeps a list of what it has installed. */
function areInstalled() {
	const list = join(root, 'node_modules', '.package-lock.json');
	if (!existsSync(list)) return false;
	const installed = packagesIn(list);
	return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
		([path, { version, optional }]) =>
			optional || !path.startsWith('node_modules/') || installed[path]?.version === version,
	);
}

function packagesIn(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

async function installPackages() {
	console.log('Installing the packages of this project (about a minute) …');
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const code = await run(npm, ['ci', '--loglevel', 'error'], process.platform === 'win32');
	if (code === 0) return;
	fail(
		'npm could not install the packages of this project. Its message is above. Check the network connection and the free disk space, then run the same command again.',
	);
}

/** Runs a command in the project's folder, and passes signals on to it. */
function run(command, args, shell = false) {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
		// The terminal sends Ctrl+C and its own end to the child, too. It ends what it started, and then we end.
		process.on('SIGINT', () => {}).on('SIGHUP', () => {});
		process.on('SIGTERM', () => child.kill('SIGTERM'));
		endWithNpm(child);
		child.on('error', () => resolve(127));
		child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
	});
}

/** npm runs us through a shell that passes no signal on: where that has gone, npm was ended. */
function endWithNpm(child) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const shell = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(watch);
		child.kill('SIGTERM');
	}, 500);
	child.on('exit', () => clearInterval(watch));
}

function fail(message) {
	console.error(`\n${message}`);
	process.exit(1);
}
