import assert from 'node:assert/strict';

import type { Scenario } from '../../editor/scenario.mts';
import type { TestBed } from '../testBed.mts';
import { importExample, startsSince } from './importExample.mts';

const ADA = { first_name: 'Ada', email: 'ada@example.com', newsletter: true };
const SIGN_UP = 'site-builder-sign-up-7h2m9x';

export async function branchOnTheAnswer(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Branch on the answer: a mail, no mail, or what went wrong', async () => {
		await importExample(bed, 'branch-on-the-answer');
		const from = bed.log.starts.length;
		const submit = async (form: object) =>
			JSON.parse(await bed.post('sign-up-branch', form)) as Record<string, unknown>;

		assert.equal((await submit(ADA)).sent, true);
		assert.equal((await submit({ ...ADA, newsletter: false })).sent, false);
		const { problem, mayHaveStarted } = await submit({});
		assert.match(String(problem), /does not accept this context.*was not started/);
		assert.equal(mayHaveStarted, false);
		assert.deepEqual(
			startsSince(bed, from).map(([slug]) => slug),
			[SIGN_UP, 'welcome-mail-3k8v5d', SIGN_UP, SIGN_UP],
		);
	});
}
