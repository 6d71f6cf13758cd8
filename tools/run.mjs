/**
 * `node tools/run.mjs FILE [ARG …]`: runs a TypeScript file of this project on a fresh machine.
 * Installs the project's packages first where they are missing or out of date.
 *
 * Plain JavaScript without a dependency, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [node, , file, ...args] = process.argv;

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
	fail(`This needs Node 20 or newer, and this is Node ${process.versions.node}.`);
}
if (!areInstalled()) installPackages();

// From here on, this process can import TypeScript. So there is no second process, to which signals would be passed on.
await import('tsx');
process.argv = [node, resolve(file), ...args];
await import(pathToFileURL(resolve(file)).href);

/** Whether every package of the lock file is there. npm keeps a list of what it has installed. */
function areInstalled() {
	const list = 'node_modules/.package-lock.json';
	if (!existsSync(list)) return false;
	const installed = packagesIn(list);
	return Object.entries(packagesIn('package-lock.json')).every(
		([path, { version, optional }]) =>
			optional || !path.startsWith('node_modules/') || installed[path]?.version === version,
	);
}

function packagesIn(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function installPackages() {
	console.log('Installing the packages of this project (about a minute) …');
	const shell = process.platform === 'win32';
	const { status } = spawnSync('npm', ['ci', '--loglevel', 'error'], { stdio: 'inherit', shell });
	if (status === 0) return;
	fail(
		'npm could not install the packages of this project. Its message is above. Check the network connection and the free disk space, then run the same command again.',
	);
}

function fail(message) {
	console.error(`\n${message}`);
	process.exit(1);
}
