/**
 * `npm run gates`: n8n's checks for verified community nodes on the sources and the packed tarball.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

import { conclude } from '../tools/checks.mts';
import { runToLog } from '../tools/program.mts';
import { PROJECT } from '../tools/project.mts';
import { packPackage, unpack } from '../tools/n8n/packPackage.mts';
import { runMain } from '../tools/userError.mts';
import { Scenario } from './scenario.mts';

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

const scenario = new Scenario();

let work: string | undefined;

await runMain(
	async () => {
		work = await mkdtemp(join(tmpdir(), 'start-flow-gates-'));
		await checkAll(work);
		conclude(scenario.tally);
	},
	async () => {
		if (work !== undefined) await rm(work, { recursive: true, force: true });
	},
);

async function checkAll(folder: string): Promise<void> {
	const packed = await packPackage(folder);
	const tarball = join(folder, 'tarball');
	await unpack(packed, tarball);

	// The scanner ignores comments that disable a rule.
	for (const [title, scanned, patterns] of [
		['Scanner on the sources', PROJECT, SOURCE_FILE_PATTERNS],
		['Scanner on the tarball', tarball, ['**/*.js', 'package.json']],
	] as const) {
		await scenario.step(title, async () => {
			const result = await analyzePackage(scanned, [...patterns]);
			// With a message, such as "No files found", it may pass all the same.
			assert.deepEqual(result, { passed: true });
		});
	}

	await scenario.step('Files of the tarball', async () => {
		const entries = await readdir(tarball, { recursive: true, withFileTypes: true });
		const found = entries
			.filter((entry) => entry.isFile())
			.map((entry) => relative(tarball, join(entry.parentPath, entry.name)).split(sep).join('/'));
		assert.deepEqual(found.sort(), TARBALL_FILES);
	});

	// Without the network and without dependencies, because n8n brings n8n-workflow.
	await scenario.step('Installed by hand, the package comes alone', async () => {
		const installed = join(folder, 'nodes');
		const options = ['--offline', '--install-links', '--legacy-peer-deps=false'];
		await runToLog('npm', ['install', '--prefix', installed, packed, ...options], {
			cwd: folder,
			logFile: join(folder, 'npm.log'),
			problem: 'npm could not install the tarball.',
		});
		const names = await readdir(join(installed, 'node_modules'));
		const packages = names.filter((name) => !name.startsWith('.'));
		assert.deepEqual(packages, ['n8n-nodes-start-flow']);
	});
}
