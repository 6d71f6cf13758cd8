import assert from 'node:assert/strict';

import type { Lab } from '../../tools/n8n/lab.mts';
import type { Editor } from './editor.mts';
import type { Pictures } from './pictures.mts';
import type { Scenario, Step } from './scenario.mts';
import { shows } from './shows.mts';
import { startsOf } from './startsOf.mts';

/** In the open node: start flows by their slugs, read answers and errors, stop a long run. */
export async function slugScenario(
	{ standIn }: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
	credentialIsSaved: Step,
): Promise<void> {
	const { node } = editor;
	const { log } = standIn;
	const slug = node.parameter('slug').locator('input');

	const bySlug = await scenario
		.after(credentialIsSaved)
		.step('Execute Step starts the flow once and shows its answer', async () => {
			await node.choose('flow', 'By Slug');
			await node.choose('contextMode', 'None');
			await slug.fill('order-list-2b6x8j');
			const starts = await startsOf(log, () => node.execute(/^3 items/));
			assert.deepEqual(starts, [{ slug: 'order-list-2b6x8j', context: {} }]);
			await node.outputShows(/"order":\s*1003/);
		});

	await scenario
		.after(bySlug)
		.step('An unknown slug: the error says that nothing was started', async () => {
			await slug.fill('no-such-flow-000000');
			const starts = await startsOf(log, () => node.execute(/no-such-flow/));
			assert.deepEqual(starts, []);
			await shows(() => node.error(), {
				message:
					'There is no flow "no-such-flow-000000" in the QA environment, or the endpoint URL is wrong (HTTP 404): the flow was not started',
				description:
					'Environment: QA. Compare the slug and the URL with the flow\'s Start Event. The service said: No flow has the slug "no-such-flow-000000"',
			});
		});

	await scenario
		.after(bySlug)
		.step('A flow that fails: the error says that it may have started', async () => {
			await slug.fill('failing-payment-9d4r6v');
			const starts = await startsOf(log, () => node.execute(/HTTP 500/));
			assert.deepEqual(starts, [{ slug: 'failing-payment-9d4r6v', context: {} }]);
			await shows(() => node.error(), {
				message: 'The service failed (HTTP 500): the flow may have started',
				description:
					'Environment: QA. Look in the integration platform whether the flow has run before you start it again, so that it does not run twice. The service said: The payment provider did not answer',
			});
			await pictures.take('error', node.output(), { height: 400 });
		});

	await scenario
		.after(bySlug)
		.step('Stop ends a long run, with one start and no further one', async () => {
			await slug.fill('slow-report-5w8n3c');
			await node.choose('contextMode', 'JSON');
			await node.parameter('contextJson').locator('.cm-content').fill('{ "seconds": 120 }');
			const isStarted = log.waitFor(log.starts.length + 1, AbortSignal.timeout(60_000));
			const starts = await startsOf(log, async () => {
				await node.beginToExecute();
				await isStarted;
				await node.stop();
				await editor.message('Execution stopped').waitFor();
				await node.output().getByText('No output data').waitFor();
			});
			assert.deepEqual(starts, [{ slug: 'slow-report-5w8n3c', context: { seconds: 120 } }]);
		});
}
