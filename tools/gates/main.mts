/**
 * `npm run gates`: n8n's checks for verified community nodes, on this checkout and on its packed
 * tarball, and the same checks on copies with a violation in them, which have to be found.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { add, summary, tallyOf, type Tally } from '../checks.mts';
import { packPackage, unpack } from '../n8n/packPackage.mts';
import { PROJECT } from '../project.mts';
import { runMain } from '../userError.mts';
import { installByHand } from './installByHand.mts';
import { scanSource, scanTarball } from './scan.mts';
import { checkTarballFiles } from './tarballFiles.mts';

let tally: Tally = { passed: 0, failed: 0 };

const ENVIRONMENT_ACCESS = '\nexports.home = process.env.HOME;\n';

interface Seed {
	what: string;
	plant: (folder: string) => Promise<void>;
}

const SEEDS: Seed[] = [
	{
		what: 'Environment access',
		plant: async (folder) =>
			await addTo(
				join(folder, 'nodes/TriggerFlow/TriggerFlow.node.ts'),
				'export const home = process.env.HOME;\n',
			),
	},
	{
		what: 'A runtime dependency',
		plant: async (folder) => {
			await changeManifest(folder, { dependencies: { 'left-pad': '1.3.0' } });
		},
	},
];

function lint(folder: string): string | undefined {
	const { status, stdout, stderr } = spawnSync('npx', ['eslint', '--max-warnings', '0', '.'], {
		cwd: folder,
		encoding: 'utf8',
	});
	return status === 0 ? undefined : `${stdout}${stderr}`;
}

/** What the gates read, and nothing else: a violation planted there stays there. */
async function copyOfSource(work: string): Promise<string> {
	const folder = await mkdtemp(join(work, 'seeded-'));
	for (const name of [
		'nodes',
		'credentials',
		'package.json',
		'eslint.config.mjs',
		'tsconfig.json',
	]) {
		await cp(join(PROJECT, name), join(folder, name), { recursive: true });
	}
	await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

async function addTo(file: string, text: string): Promise<void> {
	await writeFile(file, `${await readFile(file, 'utf8')}${text}`);
}

async function changeManifest(folder: string, changes: object): Promise<void> {
	const file = join(folder, 'package.json');
	const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
	await writeFile(file, JSON.stringify({ ...manifest, ...changes }));
}

function report(title: string, objection: string | undefined): void {
	tally = add(tally, tallyOf(objection === undefined));
	console.log(objection === undefined ? `✔ ${title}` : `✘ ${title}\n${objection}`);
}

function expectRed(title: string, objection: string | undefined): void {
	report(`Found: ${title}`, objection === undefined ? 'The violation was not found' : undefined);
}

await runMain(async () => {
	const work = await mkdtemp(join(tmpdir(), 'trigger-flow-gates-'));
	try {
		const tarball = join(work, 'tarball');
		const packed = await packPackage(work);
		await unpack(packed, tarball);
		report('Strict lint without a warning', lint(PROJECT));
		report('Scanner on the source', await scanSource(PROJECT));
		report('Scanner on the packed tarball', await scanTarball(tarball));
		report('Files of the tarball', await checkTarballFiles(tarball));
		report('Installed by hand, the package comes alone', await installByHand(packed, work));

		for (const seed of SEEDS) {
			const copy = await copyOfSource(work);
			await seed.plant(copy);
			expectRed(`${seed.what}: strict lint`, lint(copy));
			expectRed(`${seed.what}: scanner on the source`, await scanSource(copy));
		}
		await addTo(join(tarball, 'dist/nodes/TriggerFlow/TriggerFlow.node.js'), ENVIRONMENT_ACCESS);
		expectRed('Environment access: scanner on the tarball', await scanTarball(tarball));
		await writeFile(join(tarball, 'dist/notes.txt'), '');
		expectRed('A file too many: files of the tarball', await checkTarballFiles(tarball));
		await changeManifest(tarball, { peerDependenciesMeta: undefined });
		expectRed('A peer that npm installs: installed by hand', await installByHand(tarball, work));
	} finally {
		await rm(work, { recursive: true, force: true });
	}
	console.log(`\n${summary(tally)}`);
	if (tally.failed > 0) process.exitCode = 1;
});
