import assert from 'node:assert/strict';

import { request } from '../../../tools/n8n/request.mts';
import type { Scenario } from '../../editor/scenario.mts';
import { bySlug } from '../../parameters.mts';
import { fieldsOf, type TestBed } from '../testBed.mts';
import { importLive, startsSince } from './importExample.mts';

/** Two rows are no good: the example is told to take the slug from the row. */
const ROWS = `email,name,slug
ada@example.com,Ada,echo-4kq7zt
grace@example.com,Grace,echo-4kq7zt
kay@example.com,Kay,failing-payment-9d4r6v
alan@example.com,Alan,no-such-flow-000000
`;

export async function spreadsheetRows(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step(
		'spreadsheet-rows: a start for each row, and files of what failed',
		async () => {
			const { id } = await importLive(bed, 'spreadsheet-rows', {
				'Trigger Flow': ({ parameters }) => ({
					parameters: { ...parameters, flow: bySlug('={{ $json.slug }}') },
				}),
			});
			const from = bed.log.starts.length;
			await upload(bed, ROWS);
			const execution = await bed.api.finished(id, 1);
			assert.equal(execution.status, 'success');

			assert.deepEqual(
				startsSince(bed, from).map(([, context]) => (context as { name: string }).name),
				['Ada', 'Grace', 'Kay'],
			);
			// Uploaded once more, a row that may have started could start twice: it is not in that file.
			const [mayHaveStarted] = await bed.saved(execution.id, 'May Have Started?');
			const [toCheck, toUpload] = [fieldsOf(mayHaveStarted, 0), fieldsOf(mayHaveStarted, 1)];
			assert.deepEqual(
				[toCheck, toUpload].map((rows) => rows.map(({ name, why }) => [name, why])),
				[
					[['Kay', 'The service failed (HTTP 500): the flow may have started']],
					[
						[
							'Alan',
							'There is no flow "no-such-flow-000000" in the QA environment, or the endpoint URL is wrong (HTTP 404): the flow was not started',
						],
					],
				],
			);
			for (const [node, file] of [
				['Rows To Check', 'rows-to-check.csv'],
				['Failed Rows', 'failed-rows.csv'],
			] as const) {
				assert.match(JSON.stringify(await bed.saved(execution.id, node)), new RegExp(`"${file}"`));
			}
		},
	);
}

async function upload(bed: TestBed, csv: string): Promise<void> {
	const form = new FormData();
	form.append('field-0', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
	const response = await request(`${bed.lab.n8n.url}/form/spreadsheet-rows`, {
		method: 'POST',
		body: form,
	});
	assert.equal(response.status, 200, await response.text());
}
