import assert from 'node:assert/strict';

import { SLUGS } from '../../tools/stand-in/flows.mts';
import { filledForm, fromList } from '../../tools/n8n/parameters.mts';
import {
	changeFlow,
	PRODUCTION_BY_HAND,
	openWorkflow,
	shows,
	startsOf,
	type EditorTest,
} from './helpers.mts';

/** The output of a form, pinned to the workflow's first node. */
const ITEM = { name: 'Grace', newsletter: 'yes', tags: ['green', 'blue'] };

const EXAMPLE = { name: 'Ada', age: 36, newsletter: true, tags: ['red'], day: '2026-01-31' };
const OTHER_EXAMPLE = { name: 'Ada', newsletter: true, tags: ['red'], city: 'London' };

const MAPPED = {
	'/name': '{{ $json.name }}',
	'/newsletter': '{{ $json.newsletter }}',
	'/tags': '{{ $json.tags }}',
};
const CONTEXT = { name: 'Grace', newsletter: true, tags: ['green', 'blue'] };

/** Drags three fields in, looks around and goes live. The mapping stays, and the form shows what is sent. */
export async function mapFields(test: EditorTest): Promise<void> {
	const { lab, editor, scenario } = test;
	const { node, credential, page } = editor;
	const { log } = lab.standIn;
	const started = async (expected: RegExp) => await startsOf(log, () => node.execute(expected));
	/** Other n8n empty the flow only where the credential lacks it. */
	const emptiesFlow = lab.installed.version === '2.20.12';

	const qa = await lab.createPasted('QA of the form', 'qa', [
		[SLUGS.echo, EXAMPLE],
		[SLUGS.mail, { to: 'ada@example.com' }],
	]);
	await lab.createPasted('Live, same flow', 'production', [[SLUGS.echo, OTHER_EXAMPLE]]);
	await lab.createPasted('Live, another flow', 'production', [[SLUGS.greeting, OTHER_EXAMPLE]]);

	let id = '';
	const opened = await scenario.step('The form is empty, with examples in the names', async () => {
		id = await openWorkflow(test, [ITEM], { parameters: PRODUCTION_BY_HAND });
		await credential.select('QA of the form');
		await node.chooseFlow(SLUGS.echo);
		await node.formField('/name').place().waitFor();
		const names = ['name', 'age', 'newsletter', 'tags', 'day'];
		const examples = ['Ada', '36', 'true', '["red"]', '2026-01-31'];
		const expected = names.map((name, index) => `${name} (e.g. ${examples[index]})`);
		await shows(() => node.formNames(), expected);
		assert.deepEqual(await node.mapped(), {});
	});

	const mapped = await scenario
		.after(opened)
		.step('Exactly the three fields that are dragged in arrive', async () => {
			await node.drag('name', '/name');
			await node.drag('newsletter', '/newsletter');
			await node.drag('tags', '/tags');
			assert.deepEqual(await node.mapped(), MAPPED);
			assert.deepEqual(await started(/^1 item/), [[SLUGS.echo, CONTEXT]]);
		});

	const stays = async () => await shows(() => node.mapped(), MAPPED);

	const lookedAround = await scenario
		.after(mapped)
		.step(
			'The mapping stays when JSON is shown, and when the node is closed and opened',
			async () => {
				await node.choose('contextMode', 'JSON');
				await page.getByText(/under Map Fields is kept/).waitFor();
				await node.choose('contextMode', 'Map Fields');
				await stays();
				await node.close();
				await editor.openNode('Trigger Flow');
				await stays();
				await node.close();
				await editor.save();
				await editor.openWorkflow(id);
				await editor.openNode('Trigger Flow');
				await stays();
			},
		);

	const live = await scenario
		.after(lookedAround)
		.step('Going live with the same flow is selecting the other credential', async () => {
			await credential.select('Live, same flow');
			if (emptiesFlow) {
				await page.getByText('Choose a flow to see its fields').waitFor();
				await node.chooseFlow(SLUGS.echo);
			}
			await stays();
			assert.deepEqual(await started(/^1 item/), [[SLUGS.echo, CONTEXT]]);
			assert.equal(log.starts.at(-1)?.environment, 'production');
		});

	const liveElsewhere = await scenario
		.after(live)
		.step('Going live with another flow is choosing that flow, and the mapping stays', async () => {
			await changeFlow(test, 'Live, another flow', SLUGS.greeting);
			await stays();
			await node.staleSign().waitFor();
			assert.deepEqual(await started(/Good day/), [[SLUGS.greeting, CONTEXT]]);
		});

	await scenario
		.after(liveElsewhere)
		.step('Another flow that is chosen in a just opened workflow is refused', async () => {
			const form = { '/name': '={{ $json.name }}', '/day': 'today' };
			const contextMapping = filledForm(EXAMPLE, SLUGS.echo, form);
			await openWorkflow(test, [], {
				credentials: { startFlowApi: qa },
				parameters: { flow: fromList(SLUGS.echo), contextMapping },
			});
			await node.chooseFlow(SLUGS.mail);
			assert.deepEqual(await started(/The form is for the flow/), []);
			assert.match(await node.advice(), /Refresh Field List/);
			await node.refreshForm();
			await node.formField('/to').fill('grace@example.com');
			const context = { to: 'grace@example.com' };
			assert.deepEqual(await started(/QA: 1 started/), [[SLUGS.mail, context]]);
		});
}
