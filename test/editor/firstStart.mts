import assert from 'node:assert/strict';

import { until } from '../../tools/until.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { shows, startsOf, workflow, type EditorTest } from './helpers.mts';

/** A request as a mail program hands it on. */
function asInAMail(request: string): string {
	return request.replace(/'([^']*)'/g, '‘$1’').replaceAll(' ', '\u00a0');
}

/** The output of a sign-up form, pinned to the workflow's first node. */
const ITEM = { name: 'Grace', email: 'grace@example.com', newsletter: 'yes' };

const EXAMPLE = {
	session: {
		first_name: 'Ada',
		email: 'ada@example.com',
		newsletter: true,
		interests: { music: true },
	},
};

/** What people search for who need this node. */
const FINDS = ['start flow', 'run workflow', 'call process', 'callback', 'iPaaS'];

/** What people search for who need a node of n8n, and that node. */
const FINDS_OTHERS = { webhook: 'Respond to Webhook', http: 'HTTP Request' };

/** With more of these, people give up. */
const MOST_ACTIONS = 15;

/** From a workflow with data to the first answer, as docs/get-started.md has it, with the connection test on the way. */
export async function firstStart(test: EditorTest): Promise<void> {
	const { editor, pictures, scenario } = test;
	const { node, page, credential } = editor;
	const { n8n, standIn } = test.lab;
	const { log } = standIn;
	let actions = 0;
	const act = async (action: Promise<void>): Promise<void> => {
		actions += 1;
		await action;
	};

	const opened = await scenario.step(
		'The node is found by its name, by what it does, and among the apps',
		async () => {
			const { id } = await n8n.api.createWorkflow(workflow('Sign-ups', [ITEM], []));
			await editor.openWorkflow(id);
			await act(page.getByTestId('canvas-handle-plus').click());
			for (const [words, other] of Object.entries(FINDS_OTHERS)) {
				await editor.search(words);
				await editor.found(other).waitFor();
				assert.equal(await editor.found('Trigger Flow').count(), 0, words);
			}
			for (const words of FINDS) {
				await editor.search(words);
				await editor.found('Trigger Flow').waitFor();
			}
			await editor.search('');
			await editor.found('Action in an app').click();
			await until('list Trigger Flow', async () => {
				await editor.found('.*').last().scrollIntoViewIfNeeded();
				return await editor.found('Trigger Flow').isVisible();
			});
			await act(editor.search('trigger flow'));
			await editor.found('Trigger Flow').waitFor();
			await pictures.take('search', page.getByTestId('node-creator'), { top: 66, height: 160 });
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
			const names = async () => (await credential.names()).slice(0, 3);
			await shows(names, ['Connect With', 'Start Event Request *', 'Environment *']);
			const request = standIn.startEvent('qa', SLUGS.signUp, EXAMPLE);
			await act(credential.paste('request', asInAMail(request)));
			await act(credential.choose('environment', 'QA'));
			await act(credential.rename('Trigger Flow QA'));
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
		assert.deepEqual(await node.mapped(), {});
		await pictures.take('empty-form', node.parameters(), { screen: 980, height: 765 });
	});

	const answered = await scenario
		.after(form)
		.step('Fields are dragged onto the form, and the flow answers', async () => {
			const takePicture = async () => await pictures.take('dragging', node.window());
			await act(node.drag('name', '/session/first_name', takePicture));
			await act(node.drag('email', '/session/email'));
			await act(node.drag('newsletter', '/session/newsletter'));
			const starts = await startsOf(log, () => act(node.execute(/Welcome, Grace!/)));
			const session = { first_name: 'Grace', email: 'grace@example.com', newsletter: true };
			assert.deepEqual(starts, [[SLUGS.signUp, { session }]]);
			await page.getByText('QA: 1 started, 3 of 4 fields mapped').waitFor();
			assert.ok(actions <= MOST_ACTIONS, `${actions} actions`);
			await node.outputShows(/"registered": true/);
			await pictures.take('mapped-form', node.window(), { screen: 980 });
			return `${actions} actions from a workflow with data to the first answer`;
		});

	await scenario
		.after(answered)
		.step('Preview Request shows the request and sends nothing', async () => {
			await node.choose('operation', 'Preview Request');
			const starts = await startsOf(log, () => node.execute(/PUT/));
			assert.deepEqual(starts, []);
			await page.getByText('QA: preview, nothing was sent').waitFor();
			await node.outputShows(/Bearer <ACCESS_TOKEN>/);
			await pictures.take('preview', node.output(), { height: 555 });
		});

	await scenario
		.after(answered)
		.step('An error says whether the flow may have started', async () => {
			await node.choose('operation', 'Start');
			await node.chooseBySlug(SLUGS.failing);
			await node.choose('contextMode', 'Custom Fields');
			const starts = await startsOf(log, () => node.execute(/the flow may have started/));
			assert.deepEqual(starts, [[SLUGS.failing, {}]]);
			await node.output().getByText('From Trigger Flow').click();
			await node.output().getByText('"outcome": "unknown"').waitFor();
			await pictures.take('error', node.output(), { height: 560 });
		});
}
