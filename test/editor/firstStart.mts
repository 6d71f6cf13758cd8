import assert from 'node:assert/strict';

import { SLUGS } from '../../tools/stand-in/flows.mts';
import session from '../../tools/stand-in/session.json';
import { shows, startsOf, type EditorTest } from './helpers.mts';

/** A request as a mail program hands it on. */
function asInAMail(request: string): string {
	return request.replace(/'([^']*)'/g, '‘$1’').replaceAll(' ', '\u00a0');
}

/** With more of these, people give up. */
const MOST_ACTIONS = 15;

/** From the empty canvas to the first answer, with the connection test on the way. */
export async function firstStart(test: EditorTest): Promise<void> {
	const { editor, pictures, scenario } = test;
	const { node, page, credential } = editor;
	const { standIn } = test.lab;
	const { log } = standIn;
	let actions = 0;
	const act = async <T,>(action: Promise<T>): Promise<T> => {
		actions += 1;
		return await action;
	};

	const opened = await scenario.step(
		'The node is found by its name, and by what it does, on an empty canvas',
		async () => {
			await editor.emptyCanvas();
			await act(page.getByTestId('canvas-plus-button').click());
			for (const words of ['start flow', 'run', 'webhook']) {
				await editor.search(words);
				await editor.found('Trigger Flow').waitFor();
			}
			await act(editor.search('trigger flow'));
			await editor.found('Trigger Flow').waitFor();
			await pictures.take('search', page.getByTestId('node-creator'), { top: 80, height: 160 });
			await act(editor.found('Trigger Flow').click());
			await act(editor.found('Start a flow').click());
			await node.window().waitFor();
		},
	);

	const asked = await scenario.after(opened).step('The node asks for few things', async () => {
		// n8n's own name of the first one changed between versions.
		const names = async () => (await node.names()).slice(1);
		await shows(names, ['Operation', 'Flow', 'Context', 'Options']);
		await page.getByText('Choose a flow to see its fields').waitFor();
		await shows(() => node.chosen('operation'), 'Start');
		await shows(() => node.chosen('contextMode'), 'Map Fields');
		await pictures.take('empty-node', node.window());
	});

	const saved = await scenario
		.after(asked)
		.step('One paste of the whole request makes the credential', async () => {
			await act(credential.create());
			await shows(
				async () => (await credential.names()).slice(0, 3),
				['Connect With', 'Start Event Request *', 'Environment *'],
			);
			const request = standIn.startEvent('qa', SLUGS.signUp, session);
			await act(credential.paste('request', asInAMail(request)));
			await act(credential.choose('environment', 'QA'));
			await pictures.take('credential', credential.window());
			await act(credential.saveAndClose());
		});

	const form = await scenario.after(saved).step('The flow is chosen from the list', async () => {
		actions += 2;
		await node.chooseFlow(SLUGS.signUp, async (names) => {
			assert.equal(names.length, 1);
			await pictures.take('flows', node.parameters(), { height: 420 });
		});
		await node.formField('/session/email').place().waitFor();
	});

	const empty = await scenario
		.after(form)
		.step('An untouched form sends nothing and says what to do', async () => {
			assert.deepEqual(await node.mapped(), {});
			const starts = await startsOf(log, () => node.execute(/All fields of the form are empty/));
			assert.deepEqual(starts, []);
			assert.match((await node.error()).description, /Custom Fields/);
		});

	const answered = await scenario
		.after(empty)
		.step('One field is enough for the first answer', async () => {
			await act(node.formField('/session/email').fill('grace@example.com'));
			const starts = await startsOf(log, () => act(node.execute(/registered|grace@example\.com/)));
			const context = { session: { email: 'grace@example.com' } };
			assert.deepEqual(starts, [[SLUGS.signUp, context]]);
			await page.getByText('QA: 1 started').waitFor();
			assert.ok(actions <= MOST_ACTIONS, `${actions} actions`);
			return `${actions} actions from the empty canvas to the first answer`;
		});

	await scenario
		.after(answered)
		.step('Preview Request shows the request and sends nothing', async () => {
			await node.choose('operation', 'Preview Request');
			const starts = await startsOf(log, () => node.execute(/PUT/));
			assert.deepEqual(starts, []);
			await page.getByText('QA: preview, nothing was sent').waitFor();
			await node.outputShows(/Bearer <ACCESS_TOKEN>/);
			await pictures.take('preview', node.output(), { height: 480 });
		});

	await scenario
		.after(answered)
		.step('An error says whether the flow may have started', async () => {
			await node.choose('operation', 'Start');
			await node.chooseBySlug(SLUGS.failing);
			await node.choose('contextMode', 'Custom Fields');
			const starts = await startsOf(log, () => node.execute(/the flow may have started/));
			assert.deepEqual(starts, [[SLUGS.failing, {}]]);
			await pictures.take('error', node.output(), { height: 400 });
		});
}
