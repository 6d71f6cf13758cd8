import assert from 'node:assert/strict';

import { APPROVAL_SLUG } from '../../../stand-in/flows.mts';
import { until } from '../../../tools/n8n/session.mts';
import type { Scenario } from '../../editor/scenario.mts';
import { fieldsOf, type TestBed } from '../testBed.mts';
import { executeExample, importLive, startsSince } from './importExample.mts';

const INVOICES = ['INV-1001', 'INV-1002'];

export async function invoiceApproval(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('invoice-approval: it is paid when the flow calls back', async () => {
		const { id } = await importLive(bed, 'invoice-approval');
		const from = bed.log.starts.length;
		await bed.post('new-invoice', { invoice: 'INV-7', amount: 12.5 });
		const execution = await bed.api.finished(id, 1);
		assert.equal(execution.status, 'success');
		assert.equal(startsSince(bed, from).length, 1);
		const [paid] = await bed.saved(execution.id, 'Pay It');
		assert.deepEqual(
			fieldsOf(paid).map(({ invoice, approved, by }) => [invoice, approved, by]),
			[['INV-7', true, 'Grace Hopper']],
		);
	});
}

export async function invoiceApprovals(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('invoice-approvals: each waits for its own callback', async () => {
		const from = bed.log.starts.length;
		const workflow = await importLive(bed, 'invoice-approvals');
		await executeExample(bed, workflow);
		await until('end all executions', async () => {
			const executions = await bed.api.executions(workflow.id);
			return executions.length === 3 && executions.every(({ status }) => status === 'success');
		});
		const started = startsSince(bed, from).map(([slug, context]) => [
			slug,
			(context as { invoice: string }).invoice,
		]);
		assert.deepEqual(
			started.sort(),
			INVOICES.map((invoice) => [APPROVAL_SLUG, invoice]),
		);
		const approvals: unknown[] = [];
		for (const { id } of await bed.api.executions(workflow.id)) {
			const [run] = await bed.saved(id, 'Go On With the Answer');
			approvals.push(...fieldsOf(run).map(({ invoice, approved }) => [invoice, approved]));
		}
		assert.deepEqual(
			approvals.sort(),
			INVOICES.map((invoice) => [invoice, true]),
		);
	});
}
