import assert from 'node:assert/strict';

import type { Scenario } from '../../editor/scenario.mts';
import { fieldsOf, type TestBed } from '../testBed.mts';
import { importExample, startsSince } from './importExample.mts';

/** The third row names a flow that fails: the example is told to take the slug from the row. */
const ROWS = `email,name,slug
ada@example.com,Ada,echo-4kq7zt
grace@example.com,Grace,echo-4kq7zt
kay@example.com,Kay,failing-payment-9d4r6v
`;

export async function spreadsheetRows(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Spreadsheet: a start for each row, and a file of what failed', async () => {
		const { id } = await importExample(bed, 'spreadsheet-rows', (node) =>
			node.name === 'Trigger Flow'
				? { ...node, parameters: { ...node.parameters, slug: '={{ $json.slug }}' } }
				: node,
		);
		const from = bed.log.starts.length;
		await upload(bed, ROWS);
		const execution = await bed.api.finished(id, 1);
		assert.equal(execution.status, 'success');

		assert.deepEqual(
			startsSince(bed, from).map(([, context]) => (context as { name: string }).name),
			['Ada', 'Grace', 'Kay'],
		);
		const [why] = await bed.saved(execution.id, 'Why It Failed');
		assert.deepEqual(fieldsOf(why), [
			{
				email: 'kay@example.com',
				name: 'Kay',
				why: 'The service failed (HTTP 500): the flow may have started',
				mayHaveStarted: true,
			},
		]);
		const [file] = await bed.saved(execution.id, 'Failed Rows');
		assert.match(JSON.stringify(file), /"fileName":"failed-rows.csv"/);
	});
}

async function upload(bed: TestBed, csv: string): Promise<void> {
	const form = new FormData();
	form.append('field-0', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
	const response = await fetch(`${bed.lab.n8n.url}/form/spreadsheet-rows`, {
		method: 'POST',
		body: form,
	});
	assert.equal(response.status, 200, await response.text());
}
