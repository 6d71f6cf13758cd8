import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { startEventRequest } from '../../demo/workflow.mts';
import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import type { Editor } from './editor.mts';
import type { Scenario } from './scenario.mts';

interface Session {
	session: { interests: Record<string, boolean>; [field: string]: unknown };
}

/** Paste the Start Event's request, fill the form by dragging, run, paste a changed request. */
export async function pasteScenario(lab: Lab, editor: Editor, scenario: Scenario): Promise<void> {
	const { log, urls } = lab.standIn;
	const example = JSON.parse(
		await readFile(new URL('../../stand-in/session.json', import.meta.url), 'utf8'),
	) as Session;
	const request = startEventRequest(urls.qa, example);
	const withToken = request.replace('<ACCESS_TOKEN>', TOKENS.qa);
	const { id } = await lab.n8n.api.createWorkflow(signUpWithPinnedInput());

	await scenario.step('The empty form fits a small screen and says what to paste', async () => {
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		const placeholder = await editor.request().getAttribute('placeholder');
		assert.match(placeholder ?? '', /Paste the curl command/);
		await editor.picture('5 empty request');
		assert.ok(await editor.parametersFit(), 'the parameter panel scrolls');
	});

	await scenario.step('A text that is no request is told apart at once', async () => {
		await editor.request().fill('Hello');
		await editor.page.getByText('This does not look like the request').waitFor();
		await editor.picture('6 no request');
	});

	await scenario.step('The pasted request gives a form with its fields and values', async () => {
		await editor.request().fill(withToken);
		const firstName = editor.formField('/session/first_name').locator('input');
		await firstName.waitFor();
		assert.equal(await firstName.inputValue(), 'Ada');
		const sports = editor.formField('/session/interests/sports').locator('[role=switch], input');
		assert.equal(await sports.first().isChecked(), false);
		await editor.picture('7 form with a token in the request');
	});

	await scenario.step(
		'A token in the request is pointed out, and nothing runs with it',
		async () => {
			await editor.page.getByText('This request holds an access token').waitFor();
			const before = log.starts.length;
			await editor.executeStep(/token/i);
			const panel = await editor.byTestId('output-panel').innerText();
			assert.match(panel, /Nothing was sent/);
			assert.ok(!panel.includes(TOKENS.qa));
			assert.equal(log.starts.length, before);
		},
	);

	await scenario.step('Without the token, the form stays and the notice goes', async () => {
		await editor.request().fill(request);
		await editor.page.getByText('This request holds an access token').waitFor({ state: 'hidden' });
		await editor.formField('/session/first_name').waitFor();
	});

	await scenario.step('A field that is dragged in takes the place of the example', async () => {
		await editor.dragInput('name', '/session/first_name');
		await editor.picture('8 dragged');
		const before = log.starts.length;
		await editor.executeStep(/registered/);
		assert.deepEqual(
			log.starts.slice(before).map(({ slug, context }) => ({ slug, context })),
			[
				{
					slug: SIGN_UP_SLUG,
					context: { session: { ...example.session, first_name: 'Grace' } },
				},
			],
		);
		await editor.picture('9 answer');
	});

	await scenario.step("The other environment's request is refused", async () => {
		const before = log.starts.length;
		await editor.request().fill(startEventRequest(urls.production, example));
		await editor.executeStep(/another address than the selected QA credential/);
		assert.equal(log.starts.length, before);
		await editor.picture('10 other environment');
	});

	const changed: Session = {
		session: { ...example.session, interests: { ...example.session.interests, art: true } },
	};
	await scenario.step('A changed request is not run with the old form', async () => {
		const before = log.starts.length;
		await editor.request().fill(startEventRequest(urls.qa, changed));
		await editor.executeStep(/The form shows the fields of an earlier request/);
		assert.equal(log.starts.length, before);
	});

	await scenario.step(
		'Opened again, the form has the new field and keeps what was mapped',
		async () => {
			await editor.closeNode();
			await editor.page.getByText(`start: ${SIGN_UP_SLUG}`).waitFor();
			await editor.picture('11 canvas');
			await editor.openNode('Trigger Flow');
			await editor.formField('/session/interests/art').waitFor();
			const before = log.starts.length;
			await editor.executeStep(/registered/);
			assert.deepEqual(
				log.starts.slice(before).map(({ context }) => (context as unknown as Session).session),
				[
					{
						...changed.session,
						first_name: 'Grace',
						interests: { ...changed.session.interests, art: false },
					},
				],
			);
		},
	);

	await scenario.step('Preview Request shows the request and sends nothing', async () => {
		const before = log.starts.length;
		await editor.choose('operation', 'Preview Request');
		await editor.executeStep(/curl/);
		await editor.picture('12 preview');
		await editor.outputShows(/Bearer <ACCESS_TOKEN>/);
		assert.equal(log.starts.length, before);
	});
}

function signUpWithPinnedInput() {
	return {
		name: 'Paste a request',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'trigger-flow',
				name: 'Trigger Flow',
				type: 'n8n-nodes-trigger-flow.triggerFlow',
				typeVersion: 1,
				position: [260, 0],
				parameters: {},
			},
		],
		connections: { Start: { main: [[{ node: 'Trigger Flow', type: 'main', index: 0 }]] } },
		pinData: { Start: [{ json: { name: 'Grace', email: 'grace@example.com' } }] },
	};
}
