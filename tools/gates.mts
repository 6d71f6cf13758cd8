/**
 * `npm run gates`: n8n's checks for verified community nodes on the packed tarball. The checks on the source are in
 * `npm run lint`.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';

import { add, conclude, tallyOf, type Tally } from './checks.mts';
import { runToLog } from './command.mts';
import { packPackage, unpack } from './n8n/packPackage.mts';
import { runMain } from './userError.mts';

/** Exactly what a published tarball holds. */
const TARBALL_FILES = [
	'CHANGELOG.md',
	'LICENSE',
	'README.md',
	'dist/credentials/StartFlowApi.credentials.js',
	'dist/nodes/StartFlow/StartFlow.node.js',
	'dist/nodes/StartFlow/StartFlow.node.json',
	'dist/nodes/StartFlow/startFlow.dark.svg',
	'dist/nodes/StartFlow/startFlow.svg',
	'index.js',
	'package.json',
];

/** The problem that a check finds, or `undefined`. */
type Objection = string | undefined;

let tally: Tally = { passed: 0, failed: 0 };

await runMain(async () => {
	const work = await mkdtemp(join(tmpdir(), 'start-flow-gates-'));
	try {
		await checkAll(work);
	} finally {
		await rm(work, { recursive: true, force: true });
	}
	conclude(tally);
});

async function checkAll(work: string): Promise<void> {
	const packed = await packPackage(work);
	const tarball = join(work, 'tarball');
	await unpack(packed, tarball);
	report('Scanner on the tarball', await scan(tarball));
	report('Files of the tarball', await compareFiles(tarball));
	report('Installed by hand, the package comes alone', await installByHand(packed, work));
}

function report(title: string, objection: Objection): void {
	tally = add(tally, tallyOf(objection === undefined));
	console.log(objection === undefined ? `✔ ${title}` : `✘ ${title}\n${objection}`);
}

/** n8n's scanner on an unpacked tarball. */
async function scan(folder: string): Promise<Objection> {
	const { passed, message, details } = await analyzePackage(folder, ['**/*.js', 'package.json']);
	// "No files found" counts as passed there; here it would hide a wrong folder.
	if (passed && message === undefined) return undefined;
	return [message, details].filter(Boolean).join('\n');
}

async function compareFiles(folder: string): Promise<Objection> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const found = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
	const missing = TARBALL_FILES.filter((file) => !found.includes(file));
	const extra = found.filter((file) => !TARBALL_FILES.includes(file));
	if (missing.length + extra.length === 0) return undefined;
	return `missing: ${missing.join(', ') || 'none'}; too many: ${extra.join(', ') || 'none'}`;
}

/**
 * Installs a package by hand into n8n's folder `nodes`. The package has to install without the network
 * and without dependencies, because n8n brings n8n-workflow.
 *
 * @param packed The tarball.
 */
async function installByHand(packed: string, work: string): Promise<Objection> {
	const folder = join(work, 'nodes');
	const options = ['--offline', '--install-links', '--legacy-peer-deps=false'];
	await runToLog('npm', ['install', '--prefix', folder, packed, ...options], {
		cwd: work,
		logFile: join(work, 'npm.log'),
		problem: 'npm could not install the tarball.',
	});
	const names = await readdir(join(folder, 'node_modules'));
	const installed = names.filter((name) => !name.startsWith('.')).join(', ');
	return installed === 'n8n-nodes-start-flow' ? undefined : `npm has installed ${installed}`;
}
