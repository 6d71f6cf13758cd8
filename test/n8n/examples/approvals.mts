import assert from 'node:assert/strict';

import { APPROVAL_SLUG } from '../../../stand-in/flows.mts';
import { until } from '../../../tools/n8n/session.mts';
import type { Scenario } from '../../editor/scenario.mts';
import { fieldsOf, type TestBed } from '../testBed.mts';
import { executeExample, importExample, startsSince } from './importExample.mts';

const INVOICES = ['INV-1001', 'INV-1002'];

export async function invoiceApproval(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Approval: the invoice is paid when the flow calls back', async () => {
		const { id } = await importExample(bed, 'invoice-approval');
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
	await scenario.step('Approvals: each row waits for its own callback', async () => {
		const from = bed.log.starts.length;
		const execution = await executeExample(bed, 'invoice-approvals');
		assert.equal(execution.status, 'success');
		assert.deepEqual(invoicesSince(bed, from), INVOICES);
		const [done] = await bed.saved(execution.id, 'All Rows Done');
		assert.deepEqual(
			fieldsOf(done).map(({ invoice, approved }) => [invoice, approved]),
			INVOICES.map((invoice) => [invoice, true]),
		);
	});
}

export async function manyCallbacks(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Many callbacks: each execution goes on with its own', async () => {
		const from = bed.log.starts.length;
		const { workflow } = await executeExample(bed, 'many-callbacks', { isLive: true });
		const { id } = workflow;
		await until('end all executions', async () => {
			const executions = await bed.api.executions(id);
			return executions.length === 3 && executions.every(({ status }) => status === 'success');
		});
		assert.deepEqual(invoicesSince(bed, from).sort(), INVOICES);
		const answered: unknown[] = [];
		for (const { id: execution } of await bed.api.executions(id)) {
			const [run] = await bed.saved(execution, 'Go On With the Answer');
			answered.push(...fieldsOf(run).map(({ body }) => (body as { invoice: string }).invoice));
		}
		assert.deepEqual(answered.sort(), INVOICES);
	});
}

function invoicesSince(bed: TestBed, from: number): string[] {
	return startsSince(bed, from).map(([slug, context]) => {
		assert.equal(slug, APPROVAL_SLUG);
		return (context as { invoice: string }).invoice;
	});
}
