import assert from 'node:assert/strict';

import { SUBMISSION } from '../../../demo/workflow.mts';
import session from '../../../stand-in/session.json';
import type { Scenario } from '../../editor/scenario.mts';
import type { TestBed } from '../testBed.mts';
import { importExample, startsSince } from './importExample.mts';

export async function twoFlowsChained(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Two flows: the second gets what the first one answers', async () => {
		await importExample(bed, 'two-flows-chained');
		const from = bed.log.starts.length;
		const answer: unknown = JSON.parse(await bed.post('sign-up-chained', SUBMISSION));
		assert.deepEqual(answer, { sent: true, to: SUBMISSION.email, text: 'Welcome, Ada!' });
		assert.deepEqual(startsSince(bed, from), [
			['site-builder-sign-up-7h2m9x', session],
			['welcome-mail-3k8v5d', { to: SUBMISSION.email, text: 'Welcome, Ada!' }],
		]);
	});
}
