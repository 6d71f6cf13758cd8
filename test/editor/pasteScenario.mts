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
import { SIGN_UP, signUpWorkflow } from './signUpWorkflow.mts';
import { startsOf } from './startsOf.mts';

/** How high a screen shows the whole form, and how wide input and parameters are, in CSS pixels. */
const SCREEN_FOR_THE_FORM = 1320;
const WITHOUT_OUTPUT = 869;

/** Paste the Start Event's request, fill the form by dragging, run, paste a changed request. */
export async function pasteScenario(
	lab: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
	credentialIsSaved: Step,
): Promise<void> {
	const { log, urls } = lab.standIn;
	const { node, page } = editor;
	const request = startEventRequest(urls.qa, SIGN_UP_SLUG, session);
	const withToken = request.replace('<ACCESS_TOKEN>', TOKENS.qa);
	const { id } = await lab.n8n.api.createWorkflow(
		signUpWorkflow('Paste a request', { flow: 'startEvent' }),
	);

	const opened = await scenario
		.after(credentialIsSaved)
		.step('The empty form fits a small screen and says what to paste', async () => {
			await editor.openWorkflow(id);
			await editor.openNode('Trigger Flow');
			await shows(
				() => node.request().getAttribute('placeholder'),
				"Paste the curl command from the flow's Start Event, without its token",
			);
			assert.ok(await node.parametersFit(), 'the parameter panel scrolls');
		});

	await scenario.after(opened).step('A text that is no request is told apart at once', async () => {
		await node.request().fill('Hello');
		await page.getByText('This does not look like the request of a Start Event').waitFor();
	});

	const form = await scenario
		.after(opened)
		.step('The pasted request gives a form with its fields and values', async () => {
			await node.request().fill(withToken);
			await shows(
				() => node.formFields(),
				[
					'/session/first_name',
					'/session/last_name',
					'/session/email',
					'/session/newsletter',
					'/session/terms_accepted',
					'/session/interests/music',
					'/session/interests/sports',
					'/session/interests/travel',
				],
			);
			await shows(() => node.formField('/session/first_name').shown(), 'Ada');
			const switched = async (interest: string) =>
				await node.formField(`/session/interests/${interest}`).shown();
			await shows(() => switched('music'), 'on');
			await shows(() => switched('sports'), 'off');
		});

	await scenario
		.after(form)
		.step('A token in the request is pointed out, and nothing runs with it', async () => {
			await page.getByText('This request holds an access token').waitFor();
			assert.deepEqual(await startsOf(log, () => node.execute(/token/i)), []);
			await shows(() => node.error(), {
				message: 'The pasted request holds a real access token (in the Authorization header)',
				description:
					'Remove the token here, for example by writing ACCESS_TOKEN in its place, and put it in the credential. A workflow is saved, exported and shared with everything that was pasted into it. Nothing was sent for this item.',
			});
			assert.ok(!(await node.output().innerText()).includes(TOKENS.qa));
		});

	const runnable = await scenario
		.after(form)
		.step('Without the token, the form stays and the notice goes', async () => {
			await node.request().fill(request);
			await page.getByText('This request holds an access token').waitFor({ state: 'hidden' });
			await node.formField('/session/first_name').place().waitFor();
			await node.request().press('Control+Home');
			await node.leaveField();
			await pictures.take('pasted-request', node.parameters(), { screen: SCREEN_FOR_THE_FORM });
		});

	const mapped = await scenario
		.after(runnable)
		.step('Fields that are dragged in take the place of the example', async () => {
			await node.scrollToForm();
			await node.drag('first_name', '/session/first_name', async () => {
				await pictures.take('dragging', node.window(), { width: WITHOUT_OUTPUT });
			});
			for (const name of ['last_name', 'email', 'newsletter']) {
				await node.drag(name, `/session/${name}`);
			}
			const starts = await startsOf(log, () => node.execute(/Welcome, Grace!/));
			assert.deepEqual(starts, [
				{ slug: SIGN_UP_SLUG, context: { session: { ...session.session, ...SIGN_UP } } },
			]);
			await node.scrollToForm();
			await pictures.take('filled-form', node.window(), { screen: 860 });
		});

	await scenario.after(mapped).step("The flow's answer is there as JSON", async () => {
		await node.outputShows(/"greeting":\s*"Welcome, Grace!"/);
	});

	await scenario
		.after(mapped)
		.step('Emptied and pasted anew, the request keeps what was mapped', async () => {
			const isMissing = node.parameter('startEventRequest').getByTestId('parameter-issues');
			await node.request().fill('');
			await node.leaveField();
			await isMissing.waitFor();
			await node.request().fill(request);
			await node.leaveField();
			await isMissing.waitFor({ state: 'hidden' });
			await node.formField('/session/first_name').place().getByText('{{').waitFor();
			const starts = await startsOf(log, () => node.execute(/Welcome, Grace!/));
			assert.deepEqual(starts[0]?.context, { session: { ...session.session, ...SIGN_UP } });
		});

	await scenario.after(form).step("The other environment's request is refused", async () => {
		await node.request().fill(startEventRequest(urls.production, SIGN_UP_SLUG, session));
		const starts = await startsOf(log, () =>
			node.execute(/another address than the selected QA credential/),
		);
		assert.deepEqual(starts, []);
	});

	const changed = {
		session: { ...session.session, interests: { ...session.session.interests, art: true } },
	};
	const pastedAnew = await scenario
		.after(form)
		.step('A changed request is not run with the old form', async () => {
			await node.request().fill(startEventRequest(urls.qa, SIGN_UP_SLUG, changed));
			const starts = await startsOf(log, () =>
				node.execute(/The form shows the fields of an earlier or another request/),
			);
			assert.deepEqual(starts, []);
		});

	const closed = await scenario
		.after(pastedAnew)
		.step('On the canvas, the node shows which flow it starts', async () => {
			await node.close();
			await page.getByText(`start: ${SIGN_UP_SLUG}`).waitFor();
		});

	const openedAgain = await scenario
		.after(mapped, closed)
		.step('Opened again, the form has the new field and keeps what was mapped', async () => {
			await editor.openNode('Trigger Flow');
			const field = node.formField('/session/interests/art');
			await shows(() => field.shown(), 'on');
			const isNew = /The switch "session\.interests\.art" is new: click it to set it/;
			assert.deepEqual(await startsOf(log, () => node.execute(isNew)), []);
			await field.click();
			await shows(() => field.shown(), 'off');
			await field.click();
			await shows(() => field.shown(), 'on');
			const starts = await startsOf(log, () => node.execute(/Welcome, Grace!/));
			assert.deepEqual(starts, [
				{ slug: SIGN_UP_SLUG, context: { session: { ...changed.session, ...SIGN_UP } } },
			]);
		});

	await scenario
		.after(openedAgain)
		.step('Preview Request shows the request and sends nothing', async () => {
			await node.choose('operation', 'Preview Request');
			assert.deepEqual(await startsOf(log, () => node.execute(/curl/)), []);
			await node.outputShows(/curl -X PUT .*Authorization: Bearer <ACCESS_TOKEN>/);
			await pictures.take('preview', node.output(), { screen: 980 });
		});
}
