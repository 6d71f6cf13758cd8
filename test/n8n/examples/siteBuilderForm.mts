import assert from 'node:assert/strict';

import session from '../../../stand-in/session.json';
import { SUBMISSION } from '../../../demo/workflow.mts';
import type { Scenario } from '../../editor/scenario.mts';
import type { TestBed } from '../testBed.mts';
import { request } from '../../../tools/n8n/request.mts';
import { importExample, startsSince } from './importExample.mts';

export async function siteBuilderForm(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Site builder form: one start, and the answer on the page', async () => {
		await importExample(bed, 'site-builder-form');
		const from = bed.log.starts.length;
		const page: unknown = JSON.parse(await bed.post('site-builder-form', SUBMISSION));
		assert.deepEqual(page, { ok: true, message: 'Welcome, Ada!' });
		assert.deepEqual(startsSince(bed, from), [['site-builder-sign-up-7h2m9x', session]]);
	});

	await scenario.step(
		'Site builder form: a failure is told to the visitor in plain words',
		async () => {
			const response = await request(`${bed.lab.n8n.url}/webhook/site-builder-form`, {
				method: 'POST',
			});
			assert.equal(response.status, 502);
			const { message } = (await response.json()) as { message: string };
			assert.match(message, /Please try again later/);
		},
	);
}
