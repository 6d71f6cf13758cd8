import { node as nodeOf } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { agentWorkflow, leftToTheModel, withChatModel } from '../n8n/chatModel.mts';
import { TOOL } from '../n8n/workflow.mts';
import { filledForm, fromList } from '../../tools/n8n/parameters.mts';
import { openWorkflow, shows, triggerFlow, workflow, type EditorTest } from './helpers.mts';

const MAIL = { to: 'ada@example.com', text: 'Welcome!' };

const ROWS = [
	{ name: 'Ada', email: 'ada@example.com' },
	{ name: 'Grace', email: '' },
	{ name: 'Alan', email: 'alan@example.com' },
];

/** Pictures for the docs: a hint, the error branch, a wait, and the call of an AI agent. */
export async function forTheDocs(test: EditorTest): Promise<void> {
	const { lab, editor, pictures, scenario } = test;
	const { node, page } = editor;
	const { api } = lab.n8n;
	const startFlowApi = await lab.createPasted('Mails', 'qa', [
		[SLUGS.mail, MAIL],
		[SLUGS.silent, {}],
	]);
	const credentials = { startFlowApi };
	const form = (to: string, text: string, isTool = false) => ({
		flow: fromList(SLUGS.mail),
		contextMapping: filledForm(MAIL, SLUGS.mail, { '/to': to, '/text': text }, isTool),
	});

	await scenario.step('A hint, and a failed item on the error branch', async () => {
		const parameters = form('={{ $json.email }}', '=Welcome, {{ $json.name }}!');
		const settings = { credentials, parameters, onError: 'continueErrorOutput' };
		await openWorkflow(test, ROWS, settings);
		await node.execute(/in 1 of 3: item/);
		await pictures.take('hint', node.output(), { height: 420 });
		await node.output().getByText('Error Branch').click();
		await node.outputShows(/"outcome": "rejected"/);
		await pictures.take('error-branch', node.output(), { height: 640 });
	});

	await scenario.step('Start and Wait while it waits', async () => {
		const flow = fromList(SLUGS.silent);
		const parameters = { operation: 'startAndWait', flow, contextMode: 'fields' };
		const approval = workflow('Approval', [], [triggerFlow({ credentials, parameters })]);
		const { id } = await api.createWorkflow(approval);
		await editor.openWorkflow(id);
		await page.getByTestId('execute-workflow-button').first().click();
		await shows(async () => (await api.executions(id))[0]?.status, 'waiting');
		// n8n draws the output of the waiting node last.
		await page.getByText('1 item').nth(1).waitFor();
		await pictures.take('waiting', page.getByTestId('canvas-wrapper'), { top: 200, height: 290 });
	});

	await scenario.step('The call of an AI agent', async () => {
		await withChatModel(api, async (openAiApi) => {
			const trigger = nodeOf('Question', 'n8n-nodes-base.manualTrigger', 1);
			const parameters = form(leftToTheModel('to'), 'Welcome!', true);
			const tool = nodeOf('Send Welcome Mail', TOOL, 1, { credentials, parameters });
			const agent = agentWorkflow('Agent', { trigger, text: '={{ $json.text }}', tool }, openAiApi);
			const question = { text: '{"to": "grace@example.com"}' };
			const pinData = { Question: [{ json: question }] };
			const { id } = await api.createWorkflow({ ...agent, pinData });
			await editor.openWorkflow(id);
			await page.getByTestId('execute-workflow-button').first().click();
			await editor.openNode(tool.name);
			await node.output().getByText('sent').first().waitFor();
			await pictures.take('agent', node.window());
		});
	});
}
