import assert from 'node:assert/strict';

import type { Scenario } from '../../editor/scenario.mts';
import { faultyHttp } from '../../engine/faultyService.mts';
import type { TestBed } from '../testBed.mts';
import { executeExample, importExample } from './importExample.mts';

export async function scheduleWithAlert(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('schedule-with-alert: a failure is told to a chat', async () => {
		const chat = await faultyHttp((response) => response.end('{}'));
		try {
			const workflow = await importExample(bed, 'schedule-with-alert', {
				Alert: ({ parameters }) => ({ parameters: { ...parameters, url: chat.url } }),
			});
			assert.equal((await executeExample(bed, workflow)).status, 'success');
			const [message = '', ...others] = chat.taken;
			assert.deepEqual(others, []);
			const { text } = JSON.parse(message) as { text: string };
			assert.match(text, /^The daily report: .*conflicts with another.*\(outcome: rejected\)$/);
		} finally {
			await chat.close();
		}
	});
}
