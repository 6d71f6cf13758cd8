/**
 * `npm run test:holes`: whether the stories would have found the faults that the product once had.
 * Puts each of them back into a copy of this checkout, one at a time: the stories have to be red
 * within a minute, for the right reason. Without any of them they have to be green.
 * `-- --only WORDS` some of them; `-- --seed N` other stories than those of `npm test`.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { add, summary, tallyOf } from '../../../tools/checks.mts';
import { PROJECT } from '../../../tools/project.mts';
import { runMain } from '../../../tools/userError.mts';
import { HOLES, type Hole } from './holes.mts';

/** A hole has to be found within a minute; without one, all stories are played. */
const LIMIT = 60_000;
const LIMIT_WITHOUT_HOLE = 300_000;

/** What the stories need of the checkout. */
const COPIED = ['credentials', 'nodes', 'test', 'jest.config.js', 'package.json', 'tsconfig.json'];

const { values } = parseArgs({
	options: { only: { type: 'string', default: '' }, seed: { type: 'string' } },
});

let tally = { passed: 0, failed: 0 };
let copy = '';

await runMain(
	async () => {
		copy = await mkdtemp(join(tmpdir(), 'trigger-flow-holes-'));
		for (const name of COPIED) await cp(join(PROJECT, name), join(copy, name), { recursive: true });
		await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));

		if (values.only === '')
			count('No hole: green', await playAll(LIMIT_WITHOUT_HOLE), (told) => told.isGreen);
		for (const hole of HOLES.filter(({ name }) => name.includes(values.only))) {
			const told = await withHole(hole, () => playAll(LIMIT));
			count(
				hole.name,
				told,
				({ isGreen, complaint }) => !isGreen && hole.complaint.test(complaint),
			);
		}
		console.log(`\n${summary(tally)}`);
		if (tally.failed > 0) process.exitCode = 1;
	},
	async () => await rm(copy, { recursive: true, force: true }),
);

interface Told {
	isGreen: boolean;
	/** What was wrong with the smallest story, and the story. */
	complaint: string;
	seconds: number;
}

function count(title: string, told: Told, isRight: (told: Told) => boolean): void {
	const isPassed = isRight(told);
	tally = add(tally, tallyOf(isPassed));
	const { isGreen, seconds, complaint } = told;
	console.log(`${isPassed ? '✔' : '✘'} ${title} (${isGreen ? 'green' : 'red'}, ${seconds} s)`);
	if (!isGreen) console.log(complaint.replace(/^/gm, '    '));
}

async function withHole<T>({ file, code, hole }: Hole, action: () => Promise<T>): Promise<T> {
	const path = join(copy, file);
	const text = await readFile(path, 'utf8');
	if (text.split(code).length !== 2) throw new Error(`${file} does not have once: ${code}`);
	await writeFile(
		path,
		text.replace(code, () => hole),
	);
	try {
		return await action();
	} finally {
		await writeFile(path, text);
	}
}

/** Plays the stories of the copy, as `npm test` does. */
async function playAll(limit: number): Promise<Told> {
	const began = Date.now();
	const jest = join(PROJECT, 'node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(process.execPath, [jest, '--ci', 'test/engine/stories.test.mts'], {
		cwd: copy,
		env: { ...process.env, ...(values.seed === undefined ? {} : { STORIES_SEED: values.seed }) },
		stdio: ['ignore', 'ignore', 'pipe'],
		signal: AbortSignal.timeout(limit),
	});
	let output = '';
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const exitCode = await new Promise<number | null>((resolve) => {
		child.on('error', () => resolve(null)).on('close', resolve);
	});
	return {
		isGreen: exitCode === 0,
		complaint: exitCode === null ? 'It took too long' : complaintOf(output),
		seconds: Math.round((Date.now() - began) / 1000),
	};
}

/** Of what jest reports: the smallest story, and what was wrong with it. */
function complaintOf(output: string): string {
	const lines = output.split('\n').map((line) => line.trim());
	const told = lines.filter((line) => /^(Property failed|Counterexample:|\+ {3}")/.test(line));
	return told.length > 0 ? told.join('\n') : output;
}
