import assert from 'node:assert/strict';

import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { filledForm, fromList } from '../parameters.mts';
import { agentWorkflow, type AgentWorkflow } from './agentWorkflow.mts';
import { startChatModel, textOf } from './chatModel.mts';
import type { Feature } from './feature.mts';
import { RETRY_ON_FAIL } from './retryOnFail.mts';
import { ECHO, FAILING, TOOL, UNKNOWN_FLOW } from './testBed.mts';

/** Two of its names would give the model's arguments the same name. */
const EXAMPLE = { session: { plan: 'pro' }, session_plan: true, seats: 5 };

const CONTINUE = { onError: 'continueRegularOutput' };

const MAY_HAVE_STARTED = /may have started.*Look in the integration platform/s;

/** n8n's AI Agent uses the node as its tool. */
export const agent: Feature = {
	name: 'Tool of an AI Agent',
	async test(bed, scenario) {
		const { api, log } = bed;
		const model = await startChatModel();
		const credential = await api.createCredential('Model', 'openAiApi', {
			apiKey: 'none',
			url: model.url,
		});
		const create = async (workflow: Omit<AgentWorkflow, 'model'>) =>
			await bed.createLive(agentWorkflow(bed, { model: credential, ...workflow }));
		/** Lets the model call the tool with these arguments, one call after the other. */
		const ask = async (path: string, ...calls: object[]) => {
			model.requests.splice(0);
			const from = log.starts.length;
			await bed.post(path, { text: JSON.stringify(calls) });
			const messages = model.requests.at(-1)?.messages ?? [];
			return {
				started: log.starts.slice(from).map(({ slug, context }) => [slug, context]),
				answers: messages.filter(({ role }) => role === 'tool').map(textOf),
			};
		};

		try {
			const { urls } = bed.lab.standIn;
			const withForm = await bed.createCredential('For the tool', {
				environment: 'qa',
				connectWith: 'request',
				request: startEventRequest(urls.qa, ECHO, EXAMPLE, TOKENS.qa),
			});
			const flow = { flow: fromList(ECHO), contextMode: 'form' };
			for (const version of [2, 3] as const) {
				await scenario.step(`AI Agent ${version}: fills in the fields left to it`, async () => {
					const fields = await api.formFields(TOOL, flow, withForm);
					assert.deepEqual(
						fields.map(({ displayName, type }) => [displayName, type]),
						['session.plan', 'session_plan', 'seats'].map((name, index) => [
							index === 1 ? `2 ${name}` : name,
							'string',
						]),
					);
					const [plan, renewal] = fields.map(({ displayName }) => leftToTheModel(displayName));
					const value = { '/session/plan': plan, '/session_plan': renewal, '/seats': '20' };
					const contextMapping = filledForm(EXAMPLE, ECHO, value, true);
					const path = `agent-${version}-form`;
					await create({
						path,
						version,
						parameters: { ...flow, contextMapping },
						settings: { credentials: { triggerFlowApi: withForm } },
					});
					const call = { session_plan: 'team', '2_session_plan': 'yes' };
					const { started, answers } = await ask(path, call);
					assert.deepEqual(started, [
						[ECHO, { session: { plan: 'team' }, session_plan: true, seats: 20 }],
					]);
					assert.match(answers[0] ?? '', /team/);
					const [tool] = model.requests[0]?.tools ?? [];
					const { properties } = tool?.function.parameters as { properties: object };
					assert.deepEqual(Object.keys(properties).sort(), Object.keys(call).sort());
				});
			}

			await create({ path: 'agent', settings: CONTINUE });
			await scenario.step('AI Agent: starts a flow that it chooses, once', async () => {
				const context = { session: { first_name: 'Ada', email: 'ada@example.com' } };
				const call = { slug: SIGN_UP_SLUG, context: JSON.stringify(context) };
				const { started, answers } = await ask('agent', call);
				assert.deepEqual(started, [[SIGN_UP_SLUG, context]]);
				assert.match(answers[0] ?? '', /Welcome, Ada!/);
				const [tool] = model.requests[0]?.tools ?? [];
				assert.match(tool?.function.description ?? '', /Every call is a real act/);
			});

			await scenario.step('AI Agent: may only choose a flow of the credential', async () => {
				const { started, answers } = await ask('agent', { slug: UNKNOWN_FLOW, context: '{}' });
				assert.deepEqual(started, []);
				assert.match(answers[0] ?? '', /does not contain the flow/);
			});

			await scenario.step('AI Agent: an empty call starts nothing', async () => {
				const { started, answers } = await ask('agent', { slug: '', context: '{}' });
				assert.deepEqual(started, []);
				assert.match(answers[0] ?? '', /No flow is chosen.*Nothing was sent/s);
			});

			for (const version of [2, 3] as const) {
				await scenario.step(
					`AI Agent ${version}: learns what may have started, and Retry On Fail repeats nothing`,
					async () => {
						const path = `agent-${version}-again`;
						await create({ path, version, settings: { ...RETRY_ON_FAIL, ...CONTINUE } });
						const slugs = [FAILING, ECHO, FAILING];
						const calls = slugs.map((slug, n) => ({ slug, context: JSON.stringify({ n }) }));
						const { started, answers } = await ask(path, ...calls);
						assert.deepEqual(
							started,
							slugs.map((slug, n) => [slug, { n }]),
						);
						for (const failed of [answers[0], answers[2]]) {
							assert.match(failed ?? '', MAY_HAVE_STARTED);
						}
					},
				);
			}

			await scenario.step('AI Agent: a tool that stops on errors says why', async () => {
				const { id } = await create({ path: 'agent-stops' });
				const call = { slug: FAILING, context: '{}' };
				const told = await ask('agent-stops', call).catch(() => undefined);
				if (told !== undefined) {
					assert.match(told.answers[0] ?? '', MAY_HAVE_STARTED);
					return undefined;
				}
				const execution = await api.finished(id, 1);
				assert.equal(execution.status, 'error');
				assert.match(await api.savedData(execution.id), /may have started/);
				return 'A tool that fails ends the run of the agent with its error. Set On Error of the tool to continue, and the model sees the error instead.';
			});
		} finally {
			await model.close();
		}
	},
};

/** What n8n's AI button makes of a field. */
function leftToTheModel(displayName: string): string {
	const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}
