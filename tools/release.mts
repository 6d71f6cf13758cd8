/**
 * What `npm version 1.2.3` runs once package.json has the new version, and before it commits and tags: dates the
 * changelog, and sets the version in the Docker example. npm itself refuses a checkout with changes.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from './project.mts';
import { runMain, UserError } from './userError.mts';

const CHANGELOG = join(PROJECT, 'CHANGELOG.md');
const COMPOSE = join(PROJECT, 'deploy', 'compose.yaml');

await runMain(async () => {
	const version = process.env.npm_package_version ?? '';
	const heading = `## ${version} (unreleased)\n`;
	const changelog = readFileSync(CHANGELOG, 'utf8');
	if (!changelog.includes(heading)) {
		throw new UserError(
			`CHANGELOG.md has no part "${heading.trim()}". Write what has changed first.`,
		);
	}
	const date = new Date().toISOString().slice(0, 10);
	writeFileSync(CHANGELOG, changelog.replace(heading, `## ${version} (${date})\n`));
	// The Docker example installs the version that it belongs to.
	const compose = readFileSync(COMPOSE, 'utf8');
	writeFileSync(COMPOSE, compose.replace(/(n8n-nodes-trigger-flow@)\S+/, `$1${version}`));
	execFileSync('git', ['add', CHANGELOG, COMPOSE], { cwd: PROJECT });
	return Promise.resolve();
});
