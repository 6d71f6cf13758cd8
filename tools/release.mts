/**
 * `npm run release -- 1.2.3`: dates the changelog, sets the version, commits and tags. `npm version` alone would not do
 * the first, because this project runs no scripts of npm's own (.npmrc). It pushes nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './project.mts';
import { runMain, UserError } from './userError.mts';

const CHANGELOG = join(PROJECT, 'CHANGELOG.md');
const COMPOSE = join(PROJECT, 'examples', 'compose.yaml');

await runMain(async () => {
	const version = process.argv[2] ?? '';
	const heading = `## ${version} (unreleased)\n`;
	const changelog = readFileSync(CHANGELOG, 'utf8');
	if (!/^\d+\.\d+\.\d+$/.test(version) || !changelog.includes(heading)) {
		throw new UserError(
			`CHANGELOG.md has no part "${heading.trim()}". Write there what has changed, or say another version.`,
		);
	}
	if (run('git', 'status', '--porcelain') !== '') {
		throw new UserError('There are changes that are not committed. Commit or undo them first.');
	}
	const placeholders = spawnSync(process.execPath, ['tools/placeholders.mjs'], {
		cwd: PROJECT,
		stdio: 'inherit',
	});
	if (placeholders.status !== 0) throw new UserError('Nothing was changed.');
	run('npm', 'version', version, '--no-git-tag-version');
	const date = new Date().toISOString().slice(0, 10);
	writeFileSync(CHANGELOG, changelog.replace(heading, `## ${version} (${date})\n`));
	// The Docker example installs the version that it belongs to.
	const compose = readFileSync(COMPOSE, 'utf8');
	writeFileSync(COMPOSE, compose.replace(/(n8n-nodes-start-flow@)\S+/, `$1${version}`));
	run('git', 'commit', '--all', '--message', `Release ${version}`);
	run('git', 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
	console.log(`\nv${version} is tagged. "git push --follow-tags" publishes it.`);
	return Promise.resolve();
});

function run(command: string, ...args: string[]): string {
	return execFileSync(command, args, { cwd: PROJECT, encoding: 'utf8' }).trim();
}
