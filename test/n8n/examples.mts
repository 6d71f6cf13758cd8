import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Workflow } from '../../tools/n8n/api.mts';
import { PROJECT } from '../../tools/project.mts';
import type { Feature } from './feature.mts';
import type { TestBed } from './testBed.mts';

const ADA = { first_name: 'Ada', email: 'ada@example.com', newsletter: true };

/** The workflows of `examples/`, imported as they are; only the credential is chosen. */
export const examples: Feature = {
	name: 'Examples: imported and run',
	async test(bed, scenario) {
		await scenario.step('Two flows: the second gets what the first one answers', async () => {
			await importLive(bed, 'two-flows-chained');
			const from = bed.log.starts.length;
			const answer = await submit(bed, 'sign-up-chained', ADA);
			assert.deepEqual(answer, { sent: true, to: ADA.email, text: 'Welcome, Ada!' });
			assert.deepEqual(startsSince(bed, from), [
				['site-builder-sign-up-7h2m9x', { session: ADA }],
				['welcome-mail-3k8v5d', { to: ADA.email, text: 'Welcome, Ada!', interests: [] }],
			]);
		});

		await scenario.step('Branch on the answer: a mail, no mail, or what went wrong', async () => {
			await importLive(bed, 'branch-on-the-answer');
			const from = bed.log.starts.length;
			assert.equal((await submit(bed, 'sign-up-branch', ADA)).sent, true);
			const without = { ...ADA, newsletter: false };
			assert.equal((await submit(bed, 'sign-up-branch', without)).sent, false);
			const { problem, mayHaveStarted } = await submit(bed, 'sign-up-branch', {});
			assert.match(String(problem), /does not accept this context.*was not started/);
			assert.equal(mayHaveStarted, false);
			assert.deepEqual(
				startsSince(bed, from).map(([slug]) => slug),
				[
					'site-builder-sign-up-7h2m9x',
					'welcome-mail-3k8v5d',
					'site-builder-sign-up-7h2m9x',
					'site-builder-sign-up-7h2m9x',
				],
			);
		});
	},
};

async function importLive(bed: TestBed, name: string): Promise<void> {
	const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
	const workflow = JSON.parse(text) as Omit<Workflow, 'nodes'> & { nodes: Array<{ type: string }> };
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith('n8n-nodes-trigger-flow.')
			? { ...node, credentials: { triggerFlowApi: bed.credential } }
			: node,
	);
	await bed.createLive({ ...workflow, nodes });
}

async function submit(bed: TestBed, path: string, form: object): Promise<Record<string, unknown>> {
	const answer: unknown = JSON.parse(await bed.post(path, form));
	return answer as Record<string, unknown>;
}

function startsSince(bed: TestBed, from: number): Array<[slug: string, context: object]> {
	return bed.log.starts.slice(from).map(({ slug, context }) => [slug, context]);
}
