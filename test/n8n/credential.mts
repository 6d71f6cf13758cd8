import assert from 'node:assert/strict';

import { chain, node, webhook } from '../../tools/n8n/workflow.mts';
import { fromList } from '../parameters.mts';
import { ECHO, type Journey, type TestBed } from './testBed.mts';
import { NODE } from './workflow.mts';

const ORDERS = 'order-list-2b6x8j';

/** The connection test, the flows of a pasted credential, and who may use its token. */
export const credential: Journey = async (bed, scenario) => {
	const { api, lab, log } = bed;
	const pasted = (slug: string) =>
		lab.standIn.startEvent('qa', slug, { n: 1 }).replaceAll('\n', ' ');

	const cases: Array<[what: string, fields: object, status: string, message: RegExp]> = [
		[
			'a pasted request',
			{ connectWith: 'request', request: pasted(ECHO) },
			'OK',
			/No flow was started/,
		],
		['a wrong token', { accessToken: 'wrong-token' }, 'Error', /HTTP 401/],
		['a dead address', { baseUrl: 'http://127.0.0.1:9/start' }, 'Error', /127\.0\.0\.1:9/],
	];
	for (const [what, fields, status, message] of cases) {
		await scenario.step(`The connection test of ${what} is ${status}`, async () => {
			const from = log.starts.length;
			const data = { ...lab.credentialFor('qa'), ...fields };
			const result = await api.testCredential(bed.credential, 'startFlowApi', data);
			assert.equal(result.status, status, result.message);
			assert.match(result.message, message);
			assert.equal(log.starts.length, from, 'it started a flow');
		});
	}

	await scenario.step('n8n lists the flows of a pasted credential and starts them', async () => {
		const several = await bed.createCredential('Two requests', {
			connectWith: 'request',
			request: pasted(ECHO),
			moreFlows: pasted(ORDERS),
		});
		const listed = await api.listedFlows(NODE, several, 'ORDER');
		assert.deepEqual(
			listed.map(({ value }) => value),
			[ORDERS],
		);
		const run = await bed.run(
			{ path: 'pasted', credential: several, parameters: { flow: fromList(ORDERS) } },
			[{ n: 7 }],
		);
		assert.equal(run.status, 'success');
		assert.deepEqual(
			run.starts().map(({ slug, context }) => [slug, context]),
			[[ORDERS, { n: 7 }]],
		);
	});

	await scenario.step('Another node gets no token from the credential', async () => {
		const from = log.starts.length;
		const isRefused = await runBorrowing(bed).catch((error: unknown) =>
			// New n8n does not even save such a workflow.
			String(error).includes('cannot use credential type'),
		);
		assert.ok(isRefused, 'n8n ran the node');
		assert.equal(log.starts.length, from);
	});
};

/** Runs an HTTP Request node with the credential. Resolves to whether the run has failed. */
async function runBorrowing(bed: TestBed): Promise<boolean> {
	const borrower = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		parameters: {
			method: 'PUT',
			url: bed.lab.standIn.urls.qa,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'startFlowApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: JSON.stringify({ slug: ECHO, context: {} }),
		},
		credentials: { startFlowApi: bed.credential },
	});
	const { id } = await bed.api.publish(chain('Borrow the token', [webhook('borrow'), borrower]));
	await bed.post('borrow', {});
	return (await bed.api.finished(id, 1)).status === 'error';
}
