import assert from 'node:assert/strict';

import { node } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { automaticForm, filledForm, fromList } from '../../tools/n8n/parameters.mts';
import {
	changeFlow,
	openWorkflow,
	PRODUCTION_BY_HAND,
	shows,
	startsOf,
	triggerFlow,
	workflow,
	type EditorTest,
} from './helpers.mts';

const INVOICE_SLUG = 'invoice-5d2k8p';
const INVOICE = { customer: { email: 'ada@example.com' }, billing: { startDate: '2026-01-31' } };
const ORDER = { order: { id: 'A-1' }, customer: { email: 'ada@example.com' }, express: true };

/** The example when the form was made, and what has become of it: one field is renamed, and one is new. */
const OLD_ORDER = { customer: { email: '' }, name: '', city: '', amount: '', day: '' };
const NEW_ORDER = { customer: { mail: '' }, name: '', city: '', amount: '', day: '', poNumber: '' };

const ITEM = { id: 'A-7', email: 'grace@example.com', startDate: '2026-02-01', express: 'no' };

/** What people do by mistake: none of it starts anything, and what they meant works. */
export async function wrongThing(test: EditorTest): Promise<void> {
	const { lab, editor, scenario } = test;
	const { node: openNode, credential } = editor;
	const started = async (expected: RegExp) =>
		await startsOf(lab.standIn.log, () => openNode.execute(expected));

	const invoices = await lab.createPasted('Invoices', 'qa', [[INVOICE_SLUG, INVOICE]]);
	const orders = await lab.createPasted('Live orders', 'production', [[SLUGS.echo, ORDER]]);

	const open = async (flow: string, contextMapping: object, startFlowApi: object, options = {}) => {
		const parameters = { flow: fromList(flow), contextMapping, ...options };
		await openWorkflow(test, [ITEM], { credentials: { startFlowApi }, parameters });
	};

	await scenario.step('Under Map Automatically, an order gets the fields of an order', async () => {
		const form = automaticForm(INVOICE, INVOICE_SLUG);
		await open(INVOICE_SLUG, form, invoices, PRODUCTION_BY_HAND);
		await changeFlow(test, 'Live orders', SLUGS.echo);
		const context = { order: { id: 'A-7' }, customer: { email: ITEM.email }, express: false };
		assert.deepEqual(await started(/Production: 1 started/), [[SLUGS.echo, context]]);
	});

	await scenario.step('Under Map Automatically, a later node starts nothing again', async () => {
		const later = node('Later', 'n8n-nodes-base.noOp', 1);
		const following = [triggerFlow({ parameters: PRODUCTION_BY_HAND }), later];
		const { id } = await lab.n8n.api.createWorkflow(workflow('By mistake', [ITEM], following));
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		await credential.select('Live orders');
		await openNode.chooseFlow(SLUGS.echo);
		await openNode.mapAutomatically();
		assert.equal((await started(/Production: 1 started/)).length, 1);
		await openNode.close();
		await editor.openNode('Later');
		assert.deepEqual(await started(/^1 item/), []);
	});

	const orderForm = filledForm(ORDER, SLUGS.echo, { '/order/id': '={{ $json.id }}' });

	await scenario.step('A form that is out of date says so, and then what is mapped', async () => {
		const changed = await lab.createPasted('Changed', 'qa', [[SLUGS.echo, NEW_ORDER]]);
		const values = { name: 'Ada', city: 'London', amount: '7', day: 'today' };
		const filled = { '/name': 'Ada', '/city': 'London', '/amount': '7', '/day': 'today' };
		const withMail = { '/customer/email': ITEM.email, ...filled };
		await open(SLUGS.echo, filledForm(OLD_ORDER, SLUGS.echo, withMail), changed);
		const outOfDate =
			/new: "customer\.mail", "poNumber"; gone: "customer\.email".*Refresh Field List/;
		const withEmail = { customer: { email: ITEM.email }, ...values };
		assert.deepEqual(await started(outOfDate), [[SLUGS.echo, withEmail]]);
		await openNode.refreshForm();
		await openNode.formField('/poNumber').place().waitFor();
		assert.deepEqual(await started(/QA: 1 started, 4 of 6 fields mapped/), [[SLUGS.echo, values]]);
	});

	await scenario.step('A boolean that was reset is not sent', async () => {
		await open(SLUGS.echo, orderForm, orders, PRODUCTION_BY_HAND);
		assert.equal(await openNode.formField('/express').shown(), 'Not sent');
		await openNode.choose('/express', 'true');
		await openNode.reset('/express');
		await shows(() => openNode.formField('/express').shown(), 'Not sent');
		const context = { order: { id: 'A-7' } };
		assert.deepEqual(await started(/Production: 1 started/), [[SLUGS.echo, context]]);
	});
}
