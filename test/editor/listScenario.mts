import assert from 'node:assert/strict';

import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import session from '../../stand-in/session.json';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import { SIGN_UP_NAME } from './credentialScenario.mts';
import type { Editor } from './editor.mts';
import type { Pictures } from './pictures.mts';
import type { Scenario, Step } from './scenario.mts';
import { shows } from './shows.mts';
import { SIGN_UP, signUpWorkflow } from './signUpWorkflow.mts';
import { startsOf } from './startsOf.mts';

/** Take the flow from the credential, fill its form by dragging, run, go live. */
export async function listScenario(
	lab: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
	credentialIsSaved: Step,
): Promise<void> {
	const { log, urls } = lab.standIn;
	const { node, page } = editor;
	const { id } = await lab.n8n.api.createWorkflow(signUpWorkflow('Take a flow', {}));
	const expected = {
		slug: SIGN_UP_SLUG,
		context: { session: { ...session.session, ...SIGN_UP } },
	};

	const opened = await scenario
		.after(credentialIsSaved)
		.step("The form of the credential's only flow is there without a click", async () => {
			await editor.openWorkflow(id);
			await editor.openNode('Trigger Flow');
			await shows(() => node.formField('/session/first_name').shown(), 'Ada');
			await pictures.take('form', node.parameters(), { screen: 1320 });
		});

	const mapped = await scenario
		.after(opened)
		.step('Fields that are dragged in are sent, and the rest as the form shows it', async () => {
			await node.scrollToForm();
			for (const name of Object.keys(SIGN_UP)) await node.drag(name, `/session/${name}`);
			const starts = await startsOf(log, () => node.execute(/Welcome, Grace!/));
			assert.deepEqual(starts, [expected]);
		});

	const chosen = await scenario
		.after(mapped)
		.step('The list names the flow, and choosing it is shown', async () => {
			assert.deepEqual(await node.listedFlows(), [SIGN_UP_NAME]);
			await pictures.take('flows', node.parameters(), { height: 420 });
			await node.chooseFlow(SIGN_UP_NAME);
			await node.formField('/session/first_name').place().waitFor();
		});

	const mappedAgain = await scenario
		.after(chosen)
		.step('The form of a flow that was chosen anew begins with the example', async () => {
			await shows(() => node.formField('/session/first_name').shown(), 'Ada');
			await node.scrollToForm();
			for (const name of Object.keys(SIGN_UP)) await node.drag(name, `/session/${name}`);
		});

	const live = await scenario
		.after(mappedAgain)
		.step('Going live is selecting the other credential: what was mapped stays', async () => {
			await editor.credential.createAnother();
			await editor.credential.choose('environment', 'Production');
			const request = startEventRequest(urls.production, SIGN_UP_SLUG, session, TOKENS.production);
			await editor.credential.fill('accessToken', request);
			await editor.credential.save();
			await editor.credential.closed();
			const starts = await startsOf(log, () => node.execute(/Welcome, Grace!/));
			assert.deepEqual(starts, [expected]);
			assert.equal(log.starts.at(-1)?.environment, 'production');
		});

	await scenario
		.after(live)
		.step(
			'A credential that does not hold the flow starts nothing, and drops nothing',
			async () => {
				await editor.credential.createAnother();
				await editor.credential.fill('baseUrl', urls.qa);
				await editor.credential.fill('accessToken', TOKENS.qa);
				await editor.credential.save();
				await editor.credential.closed();
				const starts = await startsOf(log, () => node.execute(/holds no flow/));
				assert.deepEqual(starts, []);
				await node.close();
				await editor.openNode('Trigger Flow');
				await node.formField('/session/first_name').place().getByText('{{').waitFor();
			},
		);

	await scenario.after(mappedAgain).step('On the canvas, the node shows that flow', async () => {
		await node.close();
		await page.getByText(`start: ${SIGN_UP_SLUG}`).waitFor();
	});
}
