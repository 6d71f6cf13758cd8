import assert from 'node:assert/strict';

import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import session from '../../stand-in/session.json';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import type { Editor } from './editor.mts';
import type { Pictures } from './pictures.mts';
import type { Scenario, Step } from './scenario.mts';
import { shows } from './shows.mts';
import { startsOf } from './startsOf.mts';

/** As the list of flows names it. */
export const SIGN_UP_NAME = `Site builder sign up (${SIGN_UP_SLUG})`;

/** Where nobody listens: the port for "discard". */
const DEAD_ADDRESS = 'http://127.0.0.1:9/qa/v1/start';

/**
 * Create the credential of the open node, and read what its connection test says.
 *
 * @returns The step that saves the credential.
 */
export async function credentialScenario(
	{ standIn }: Lab,
	{ page, credential, node }: Editor,
	pictures: Pictures,
	scenario: Scenario,
	nodeIsOpen: Step,
): Promise<Step> {
	const created = await scenario
		.after(nodeIsOpen)
		.step('The credential asks for what the Start Event shows', async () => {
			await credential.create();
			// Below them stand n8n's own fields.
			await shows(
				async () => (await credential.names()).slice(0, 7),
				[
					"Open the flow's Start Event in your integration platform, copy its request for one environment, and paste it into Access Token as it is. Then choose the flow in the node.",
					'Environment',
					'Access Token *',
					'Start Events',
					'Endpoint URL',
					'Allow Insecure HTTP',
					'Test Flow Slug',
				],
			);
			await shows(() => credential.field('environment').inputValue(), 'QA');
		});

	await scenario.after(created).step('Saved with a wrong token, it says so', async () => {
		await credential.fill('baseUrl', standIn.urls.qa);
		await credential.fill('accessToken', 'wrong');
		await credential.save();
		await credential.saysWhyItFailed(
			'The service did not accept the access token (HTTP 401). Copy the token from the Start Event of the QA environment once more.',
		);
	});

	await scenario.after(created).step('Saved with a dead address, it says so', async () => {
		await credential.fill('baseUrl', DEAD_ADDRESS);
		await credential.save();
		await credential.saysWhyItFailed(
			'127.0.0.1:9 refused the connection. Check the endpoint URL, and whether n8n can reach that address.',
		);
	});

	const saved = await scenario
		.after(created)
		.step('One paste of the whole request is all it needs, and the node takes it', async () => {
			await credential.fill('baseUrl', '');
			await credential.fill(
				'accessToken',
				startEventRequest(standIn.urls.qa, SIGN_UP_SLUG, session, TOKENS.qa),
			);
			await credential.save();
			await credential.closed();
			await credential.edit();
			await credential.saysThatItWorks();
			await pictures.take('credential', credential.window());
			await credential.close();
			const chosen = page.getByTestId('node-credentials-select').locator('input');
			await shows(() => chosen.inputValue(), 'Trigger Flow account');
		});

	// n8n does not fetch the form again when a credential is made.
	const refused = await scenario
		.after(saved)
		.step('Run before the form is there, it starts nothing and says what to do', async () => {
			const starts = await startsOf(standIn.log, () => node.execute(/has not been filled/));
			assert.deepEqual(starts, []);
			const { description } = await node.error();
			assert.match(description, /^Choose the flow in Flow to Start/);
		});

	await scenario.after(refused).step('Then choosing the flow shows its form', async () => {
		assert.deepEqual(await node.listedFlows(), [SIGN_UP_NAME]);
		await node.chooseFlow(SIGN_UP_NAME);
		await shows(() => node.formField('/session/first_name').shown(), 'Ada');
	});

	await scenario.after(created).step('None of these tests has started a flow', async () => {
		assert.deepEqual(standIn.log.starts, []);
	});

	return saved;
}
