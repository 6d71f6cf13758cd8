/**
 * `npm run release -- 1.2.3`: version, changelog, Docker example and tag in one command. Changes nothing unless the
 * checkout is a clean `main`, and pushes nothing.
 *
 * n8n's own `n8n-node release` would write the changelog from the commits and push at once (0.48.3):
 * it only publishes what this has tagged.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './project.mts';
import { runMain, UserError } from './userError.mts';

const CHANGELOG = join(PROJECT, 'CHANGELOG.md');
const COMPOSE = join(PROJECT, 'deploy', 'compose.yaml');

await runMain(async () => {
	const version = process.argv[2] ?? '';
	if (!/^\d+\.\d+\.\d+$/.test(version)) {
		throw new UserError('Say which version to release, for example: npm run release -- 1.2.3');
	}
	requireCleanMain();
	const changelog = closeUnreleased(readFileSync(CHANGELOG, 'utf8'), version);

	run('npm', 'version', version, '--no-git-tag-version');
	writeFileSync(CHANGELOG, changelog);
	writeFileSync(COMPOSE, installing(readFileSync(COMPOSE, 'utf8'), version));
	run('git', 'commit', '--all', '--message', `Release ${version}`);
	run('git', 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
	console.log(`\nv${version} is tagged. "git push --follow-tags" publishes it.`);
	return Promise.resolve();
});

function requireCleanMain(): void {
	if (run('git', 'branch', '--show-current') !== 'main') {
		throw new UserError('A release is made from the branch main. Switch to it, then try again.');
	}
	if (run('git', 'status', '--porcelain') !== '') {
		throw new UserError('There are changes that are not committed. Commit or undo them first.');
	}
}

/** Dates the version's part of the changelog, which says so far that it is unreleased. */
function closeUnreleased(changelog: string, version: string): string {
	const heading = `## ${version} (unreleased)\n`;
	const [, unreleased = ''] = changelog.split(heading);
	if ((unreleased.split('\n## ')[0]?.trim() ?? '') === '') {
		throw new UserError(
			`CHANGELOG.md says nothing under "${heading.trim()}". Write what has changed first.`,
		);
	}
	const date = new Date().toISOString().slice(0, 10);
	return changelog.replace(heading, `## ${version} (${date})\n`);
}

/** The Docker example installs the version that it belongs to. */
function installing(compose: string, version: string): string {
	return compose.replace(/(n8n-nodes-trigger-flow@)\S+/, `$1${version}`);
}

function run(command: string, ...args: string[]): string {
	return execFileSync(command, args, { cwd: PROJECT, encoding: 'utf8' }).trim();
}
