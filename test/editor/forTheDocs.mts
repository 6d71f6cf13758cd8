import type { Lab } from '../../tools/n8n/lab.mts';
import { chain, node as nodeOf } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { startChatModel } from '../n8n/chatModel.mts';
import { TOOL } from '../n8n/workflow.mts';
import { filledForm, fromList } from '../../tools/n8n/parameters.mts';
import type { Scenario } from '../scenario.mts';
import type { Editor } from './editor.mts';
import { makeCredential, shows, workflow } from './helpers.mts';
import type { Pictures } from './pictures.mts';

const MAIL = { to: 'ada@example.com', text: 'Welcome!' };

const ROWS = [
	{ name: 'Ada', email: 'ada@example.com' },
	{ name: 'Grace', email: '' },
	{ name: 'Alan', email: 'alan@example.com' },
];

/** Pictures for the docs: a hint, the error branch, a wait, and the call of an AI agent. */
export async function forTheDocs(
	lab: Lab,
	editor: Editor,
	pictures: Pictures,
	scenario: Scenario,
): Promise<void> {
	const { node, page } = editor;
	const credential = await makeCredential(lab, 'Mails', 'qa', [
		[SLUGS.mail, MAIL],
		[SLUGS.silent, {}],
	]);
	const form = (to: string, text: string, isTool = false) => ({
		flow: fromList(SLUGS.mail),
		contextMapping: filledForm(MAIL, SLUGS.mail, { '/to': to, '/text': text }, isTool),
	});
	const settings = (parameters: object) => ({
		credentials: { startFlowApi: credential },
		parameters,
	});

	await scenario.step('A hint, and a failed item on the error branch', async () => {
		const rows = {
			...workflow('Three rows', undefined, {
				...settings(form('={{ $json.email }}', '=Welcome, {{ $json.name }}!')),
				onError: 'continueErrorOutput',
			}),
			pinData: { Form: ROWS.map((json) => ({ json })) },
		};
		const { id } = await lab.n8n.api.createWorkflow(rows);
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		await node.execute(/in 1 of 3 items/);
		await pictures.take('hint', node.output(), { height: 420 });
		await node.output().getByText('Error Branch').click();
		await node.outputShows(/"outcome": "rejected"/);
		await pictures.take('error-branch', node.output(), { height: 560 });
	});

	await scenario.step('Start and Wait while it waits', async () => {
		const approval = workflow('Approval', undefined, {
			...settings({
				operation: 'startAndWait',
				flow: fromList(SLUGS.silent),
				contextMode: 'fields',
			}),
		});
		const { id } = await lab.n8n.api.createWorkflow(approval);
		await editor.openWorkflow(id);
		await page.getByTestId('execute-workflow-button').first().click();
		await shows(async () => (await lab.n8n.api.executions(id))[0]?.status, 'waiting');
		await pictures.take('waiting', page.getByTestId('canvas-wrapper'), { top: 200, height: 290 });
	});

	await scenario.step('The call of an AI agent', async () => {
		const model = await startChatModel();
		try {
			const openAiApi = await lab.n8n.api.createCredential('Model', 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			const { id } = await lab.n8n.api.createWorkflow(agent({ openAiApi }, settings(mailTool())));
			await editor.openWorkflow(id);
			await page.getByTestId('execute-workflow-button').first().click();
			await editor.openNode('Send Welcome Mail');
			await node.output().getByText('sent').first().waitFor();
			await pictures.take('agent', node.window());
		} finally {
			await model.close();
		}
	});

	function mailTool() {
		const byTheModel = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('to', ``, 'string') }}";
		return form(byTheModel, 'Welcome!', true);
	}
}

/** A question → AI Agent, with a chat model that makes the call which the question holds. */
function agent(credentials: object, tool: object) {
	const question = { text: '{"to": "grace@example.com"}' };
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const { nodes, connections } = chain('Agent', [
		nodeOf('Question', 'n8n-nodes-base.manualTrigger', 1),
		nodeOf('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
			parameters: { promptType: 'define', text: '={{ $json.text }}', options: {} },
		}),
	]);
	const model = nodeOf('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
		position: [160, 220],
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
		credentials,
	});
	return {
		name: 'Agent',
		nodes: [
			...nodes,
			model,
			nodeOf('Send Welcome Mail', TOOL, 1, { position: [340, 220], ...tool }),
		],
		connections: {
			...connections,
			Model: toAgent('ai_languageModel'),
			'Send Welcome Mail': toAgent('ai_tool'),
		},
		pinData: { Question: [{ json: question }] },
	};
}
