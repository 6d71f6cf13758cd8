/**
 * `node tools/run.mjs FILE [ARG …]`: runs a TypeScript file of this project on a fresh machine.
 * Installs the project's packages first where they are missing or not those of the lock file.
 *
 * Plain JavaScript without a dependency, because it runs before there are any.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.installed-lock');

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
	fail(`This needs Node 20 or newer, and this is Node ${process.versions.node}.`);
}
await installPackages();
process.exitCode = await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)]);

async function installPackages() {
	const lock = createHash('sha256')
		.update(readFileSync(join(root, 'package-lock.json')))
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;

	console.log('Installing the packages of this project (about a minute) …');
	const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
	const code = await run(npm, ['ci', '--loglevel', 'error'], process.platform === 'win32');
	if (code !== 0) {
		fail(
			'npm could not install the packages of this project. Its message is above. Check the network connection, then run the same command again.',
		);
	}
	writeFileSync(stamp, lock);
}

/** Runs a command in the project's folder. Signals reach the child by themselves or through us. */
function run(command, args, shell = false) {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell });
		// Ctrl+C goes to the child from the terminal: it ends what it started, and then we end.
		process.on('SIGINT', () => {});
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
