import assert from 'node:assert/strict';

import { SUBMISSION } from '../../../demo/workflow.mts';
import { SIGN_UP_SLUG } from '../../../stand-in/flows.mts';
import session from '../../../stand-in/session.json';
import { request } from '../../../tools/n8n/request.mts';
import type { Scenario } from '../../editor/scenario.mts';
import type { TestBed } from '../testBed.mts';
import { importLive, startsSince } from './importExample.mts';

export const WELCOME_SLUG = 'welcome-mail-3k8v5d';

const ADA = { first_name: 'Ada', email: 'ada@example.com', newsletter: true };

export async function siteBuilderForm(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('site-builder-form: the answer, or a failure in plain words', async () => {
		await importLive(bed, 'site-builder-form');
		const from = bed.log.starts.length;
		const page: unknown = JSON.parse(await bed.post('site-builder-form', SUBMISSION));
		assert.deepEqual(page, { ok: true, message: 'Welcome, Ada!' });
		assert.deepEqual(startsSince(bed, from), [[SIGN_UP_SLUG, session]]);

		const url = `${bed.lab.n8n.url}/webhook/site-builder-form`;
		const response = await request(url, { method: 'POST' });
		assert.equal(response.status, 502);
		assert.match(await response.text(), /Please try again later/);
	});
}

export async function branchOnTheAnswer(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('branch-on-the-answer: a mail, no mail, or what went wrong', async () => {
		await importLive(bed, 'branch-on-the-answer');
		const from = bed.log.starts.length;
		const submit = async (form: object) =>
			JSON.parse(await bed.post('sign-up-branch', form)) as Record<string, unknown>;

		assert.equal((await submit(ADA)).sent, true);
		assert.equal((await submit({ ...ADA, newsletter: false })).sent, false);
		const { problem, mayHaveStarted } = await submit({ first_name: 'Ada' });
		assert.match(String(problem), /does not accept this context.*was not started/);
		assert.equal(mayHaveStarted, false);
		assert.deepEqual(
			startsSince(bed, from).map(([slug]) => slug),
			[SIGN_UP_SLUG, WELCOME_SLUG, SIGN_UP_SLUG, SIGN_UP_SLUG],
		);
	});
}
