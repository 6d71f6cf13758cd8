import assert from 'node:assert/strict';

import type { Lab } from '../../tools/n8n/lab.mts';
import { chain, node, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { automaticForm, filledForm, fromList } from '../../tools/n8n/parameters.mts';
import type { Scenario } from '../scenario.mts';
import type { Editor } from './editor.mts';
import { makeCredential, PRODUCTION_BY_HAND, shows, startsOf, workflow } from './helpers.mts';
import type { Pictures } from './pictures.mts';

const INVOICE_SLUG = 'invoice-5d2k8p';
const INVOICE = { customer: { email: 'ada@example.com' }, billing: { startDate: '2026-01-31' } };
const ORDER = { order: { id: 'A-1' }, customer: { email: 'ada@example.com' }, express: true };

const ITEM = { id: 'A-7', email: 'grace@example.com', startDate: '2026-02-01', express: 'no' };

/** What people do by mistake: none of it starts anything, and what they meant works. */
export async function wrongThing(
	lab: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
): Promise<void> {
	const { node: openNode, credential, page } = editor;
	const started = async (expected: RegExp) =>
		await startsOf(lab.standIn.log, () => openNode.execute(expected));
	/** n8n 1.123 keeps the chosen flow when another credential is selected. */
	const keepsFlow = lab.installed.version.startsWith('1.');

	const invoices = await makeCredential(lab, 'Invoices', 'qa', [[INVOICE_SLUG, INVOICE]]);
	const orders = await makeCredential(lab, 'Live orders', 'production', [[SLUGS.echo, ORDER]]);

	const open = async (
		contextMapping: object,
		credentials: object,
		parameters: object = PRODUCTION_BY_HAND,
	) => {
		const settings = {
			credentials: { startFlowApi: credentials },
			parameters: { flow: fromList(INVOICE_SLUG), contextMapping, ...parameters },
		};
		const { id } = await lab.n8n.api.createWorkflow(workflow('By mistake', ITEM, settings));
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
	};
	const chooseOrder = async () => {
		if (keepsFlow) await openNode.choose('contextMode', 'JSON');
		await credential.select('Live orders');
		await openNode.listedFlows();
		await openNode.chooseFlow(SLUGS.echo);
		if (keepsFlow) await openNode.choose('contextMode', 'Map Fields');
	};
	const value = {
		'/customer/email': '={{ $json.email }}',
		'/billing/startDate': '={{ $json.startDate }}',
	};

	await scenario.step('An invoice form starts no order after a change of credential', async () => {
		await open(filledForm(INVOICE, INVOICE_SLUG, value), invoices);
		await chooseOrder();
		assert.deepEqual(await started(/The form shows the fields of the flow/), []);
		await pictures.takeScreen('the form of another flow');
	});

	await scenario.step(
		'Under Map Automatically, the order gets the fields of an order',
		async () => {
			await open(automaticForm(INVOICE, INVOICE_SLUG), invoices);
			await chooseOrder();
			const context = { order: { id: 'A-7' }, customer: { email: ITEM.email }, express: false };
			assert.deepEqual(await started(/Production: 1 started/), [{ slug: SLUGS.echo, context }]);
		},
	);

	await scenario.step('Under Map Automatically, a later node starts nothing again', async () => {
		const { nodes } = workflow('By mistake', ITEM, {
			parameters: { flow: fromList(''), ...PRODUCTION_BY_HAND },
		});
		const later = node('Later', 'n8n-nodes-base.noOp', 1);
		const { id } = await lab.n8n.api.createWorkflow({
			...workflow('By mistake', ITEM),
			...chain('By mistake', [...(nodes as WorkflowNode[]), later]),
		});
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		await credential.select('Live orders');
		await openNode.listedFlows();
		await openNode.chooseFlow(SLUGS.echo);
		await openNode.mapAutomatically();
		assert.equal((await started(/Production: 1 started/)).length, 1);
		await openNode.close();
		await editor.openNode('Later');
		assert.deepEqual(await started(/^1 item/), []);
	});

	const order = { flow: fromList(SLUGS.echo), ...PRODUCTION_BY_HAND };
	const orderForm = filledForm(ORDER, SLUGS.echo, { '/order/id': '={{ $json.id }}' });

	await scenario.step(
		'Production starts by hand only once the option for it is added',
		async () => {
			await open(orderForm, orders, { flow: fromList(SLUGS.echo) });
			assert.deepEqual(await started(/Start Production by Hand is not on/), []);
			await pictures.takeScreen('production by hand is refused');
			await openNode.addOptionNamed('Start Production by Hand');
			const context = { order: { id: 'A-7' } };
			assert.deepEqual(await started(/Production: 1 started/), [{ slug: SLUGS.echo, context }]);
			await pictures.takeScreen('production by hand is started');
		},
	);

	await scenario.step('A boolean that was reset is not sent', async () => {
		await open(orderForm, orders, order);
		assert.equal(await openNode.formField('/express').shown(), 'Not sent');
		await openNode.choose('/express', 'true');
		await openNode.reset('/express');
		await shows(() => openNode.formField('/express').shown(), 'Not sent');
		const context = { order: { id: 'A-7' } };
		await pictures.takeScreen('not sent');
		assert.deepEqual(await started(/Production: 1 started/), [{ slug: SLUGS.echo, context }]);
	});

	await scenario.step('JSON and a custom field that nobody filled in start nothing', async () => {
		await open(orderForm, orders, order);
		await openNode.choose('contextMode', 'JSON');
		assert.deepEqual(await started(/JSON is empty/), []);
		await openNode.choose('contextMode', 'Custom Fields');
		await page.getByTestId('assignment-collection-drop-area').click();
		assert.deepEqual(await started(/The field name .* is empty/), []);
	});
}
