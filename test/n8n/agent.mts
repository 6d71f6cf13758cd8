import assert from 'node:assert/strict';

import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import type { Workflow } from '../../tools/n8n/api.mts';
import { retryOfAgent } from './agentRetry.mts';
import { AGENT, agentWorkflow, TOOL } from './agentWorkflow.mts';
import { startChatModel, textOf, type ChatModel } from './chatModel.mts';
import type { Feature } from './feature.mts';
import { RETRY_ON_FAIL } from './retryOnFail.mts';
import type { TestBed } from './testBed.mts';
import { node } from './workflow.mts';

/** n8n's AI Agent uses the node as its tool. */
export const agent: Feature = {
	name: 'Tool of an AI Agent',
	async test(bed, scenario) {
		const { api, log } = bed;
		if (await bed.isEarly()) {
			await scenario.step('AI agent: the node is not offered as a tool', async () => {
				const names = (await api.nodeTypes()).map(({ name }) => name);
				assert.ok(!names.includes(TOOL));
				return 'n8n cannot load a community node as a tool, so the node is not offered as one.';
			});
			return;
		}
		const model = await startChatModel();
		try {
			const modelCredential = await api.createCredential('Model', 'openAiApi', {
				apiKey: 'none',
				url: model.url,
			});
			const endsRun = await failureEndsRun(bed);
			await bed.createLive(
				await agentWorkflow(bed, modelCredential, 'agent', endsRun ? CONTINUE : {}),
			);
			const ask = async (args: object) => {
				model.requests.splice(0);
				await bed.post('agent', { text: JSON.stringify(args) });
			};
			const told = (short: RegExp, advice: RegExp) => {
				assert.match(whatTheToolSaid(model), short);
				assert.match(whatTheToolSaid(model), advice);
			};

			await scenario.step(
				'AI agent: the flow starts once, and the model sees the answer',
				async () => {
					const from = log.starts.length;
					const context = { session: { first_name: 'Ada', email: 'ada@example.com' } };
					await ask({ slug: SIGN_UP_SLUG, context: JSON.stringify(context) });
					assert.deepEqual(
						log.starts.slice(from).map((start) => ({ slug: start.slug, context: start.context })),
						[{ slug: SIGN_UP_SLUG, context }],
					);
					assert.match(whatTheToolSaid(model), /Welcome, Ada!/);
					return (await bed.knows('@n8n/config', 'ALLOW_TOOL_USAGE'))
						? 'n8n takes a community node as a tool only with N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE=true in its environment.'
						: undefined;
				},
			);

			await scenario.step('AI agent: the model is told that a start is a real act', async () => {
				const [tool] = model.requests[0]?.tools ?? [];
				const description = tool?.function.description ?? '';
				assert.match(JSON.stringify(tool?.function.parameters), /"slug"/);
				if (await bed.knows('n8n-workflow', "'@tool'")) {
					assert.match(description, /Every call is a real act/);
					return undefined;
				}
				assert.match(description, /^Start a flow on your integration platform/);
				return "n8n has no place for the tool's own description: tell the model in the agent's prompt that every call is a real act.";
			});

			await scenario.step(
				'AI agent: the model sees why a start was refused, and what to do',
				async () => {
					const from = log.starts.length;
					await ask({ slug: 'no-such-flow-000000', context: '{}' });
					assert.equal(log.starts.length, from);
					told(/There is no flow .*was not started/s, /Compare the slug/);
				},
			);

			await scenario.step('AI agent: the model sees that a start may have happened', async () => {
				const from = log.starts.length;
				await ask({ slug: 'failing-payment-9d4r6v', context: '{}' });
				assert.equal(log.starts.length, from + 1);
				told(/may have started/, /before you start it again/);
			});

			await scenario.step(
				'AI agent: an empty call starts nothing and says what is missing',
				async () => {
					const from = log.starts.length;
					await ask({ slug: '', context: '{}' });
					assert.equal(log.starts.length, from);
					told(/slug is empty/, /Nothing was sent/);
				},
			);

			await scenario.step('AI agent 2: the model sees why a start failed', async () => {
				await bed.createLive(await agentWorkflow(bed, modelCredential, 'agent-2', {}, 2));
				model.requests.splice(0);
				const text = JSON.stringify({ slug: 'failing-payment-9d4r6v', context: '{}' });
				await bed.post('agent-2', { text });
				told(/may have started/, /before you start it again/);
			});

			for (const version of [2, 3]) {
				await scenario.step(
					`AI agent ${version}: Retry On Fail of the tool starts nothing twice`,
					async () => {
						const from = log.starts.length;
						const path = `agent-${version}-again`;
						await bed.createLive(
							await agentWorkflow(
								bed,
								modelCredential,
								path,
								{ ...RETRY_ON_FAIL, ...(endsRun && version === 3 ? CONTINUE : {}) },
								version,
							),
						);
						const calls = [
							{ slug: 'failing-payment-9d4r6v', context: '{"n":1}' },
							{ slug: 'echo-4kq7zt', context: '{"n":2}' },
							{ slug: 'failing-payment-9d4r6v', context: '{"n":3}' },
						];
						await bed.post(path, { text: JSON.stringify(calls) });
						assert.deepEqual(
							log.starts
								.slice(from)
								.map(({ slug, context }) => ({ slug, context: JSON.stringify(context) })),
							calls,
						);
						const said = (model.requests.at(-1)?.messages ?? []).filter(
							({ role }) => role === 'tool',
						);
						for (const failed of [said[0], said[2]]) {
							assert.match(textOf(failed), /may have started.*Look in the integration platform/s);
						}
					},
				);
			}

			await retryOfAgent(bed, scenario, model, modelCredential);

			await scenario.step(
				'AI agent 2, three items at once: no flow is started with the data of another',
				async () => {
					const from = log.starts.length;
					await bed.createLive(
						atOnce(await agentWorkflow(bed, modelCredential, 'agent-batch', CONTINUE, 2)),
					);
					const asked = [1, 2, 3].map((n) => ({ slug: 'echo-4kq7zt', context: `{"n":${n}}` }));
					model.requests.splice(0);
					await bed.post('agent-batch', {
						items: asked.map((call) => ({ text: JSON.stringify(call) })),
					});
					const started = log.starts.slice(from).map(({ context }) => context.n as number);
					assert.deepEqual(started, [...new Set(started)]);
					const answers = model.requests
						.map(({ messages }) => messages.at(-1))
						.filter((message) => message?.role === 'tool')
						.map(textOf);
					assert.equal(answers.length, 3);
					const refused = answers.filter((answer) => answer.includes('mixed up'));
					assert.equal(started.length + refused.length, 3);
					return refused.length > 0
						? 'With Batch Size above 1, n8n gives each call of AI Agent 2 the data of the first: the node refuses the others.'
						: undefined;
				},
			);

			if (endsRun) {
				await scenario.step('AI agent: a failed tool ends the run with its error', async () => {
					const from = log.starts.length;
					const { id } = await bed.createLive(
						await agentWorkflow(bed, modelCredential, 'agent-ends', {}),
					);
					const text = JSON.stringify({ slug: 'failing-payment-9d4r6v', context: '{}' });
					await assert.rejects(bed.post('agent-ends', { text }));
					const execution = await api.finished(id, 1);
					assert.equal(execution.status, 'error');
					assert.match(await api.savedData(execution.id), /may have started/);
					assert.equal(log.starts.length, from + 1);
					return 'A tool that fails ends the run of the agent with its error. Set On Error of the tool to continue, and the model sees the error instead.';
				});
			}
		} finally {
			await model.close();
		}
	},
};

const CONTINUE = { onError: 'continueRegularOutput' };

/** The same for a list of items, on which the agent works at once. */
function atOnce(workflow: Workflow): Workflow {
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const nodes = (workflow.nodes as Array<{ name: string; parameters: object }>).map((one) =>
		one.name === 'Agent'
			? {
					...one,
					parameters: {
						promptType: 'define',
						text: '={{ $json.text }}',
						options: { batching: { batchSize: 3, delayBetweenBatches: 0 } },
					},
				}
			: one,
	);
	const items = node('Items', 'n8n-nodes-base.splitOut', 1, {
		parameters: { fieldToSplitOut: 'body.items' },
	});
	return {
		...workflow,
		nodes: [...nodes, items],
		connections: { ...workflow.connections, Webhook: to('Items'), Items: to('Agent') },
	};
}

/** From version 3 of the agent on, n8n itself runs the tools; only newer ones go on after a failure. */
async function failureEndsRun(bed: TestBed): Promise<boolean> {
	const version = await bed.versionOf(AGENT, 3);
	return version >= 3 && !(await bed.knows('n8n-core', 'aiToolDefaultsToContinue'));
}

function whatTheToolSaid(model: ChatModel): string {
	return textOf(model.requests.at(-1)?.messages.at(-1));
}
