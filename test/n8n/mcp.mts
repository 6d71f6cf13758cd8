import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { InstalledN8n } from '../../tools/n8n/installN8n.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import { node, to, webhook } from '../../tools/n8n/workflow.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { Journey } from './testBed.mts';
import { createTool, FIRST_CALL, RETRY_ON_FAIL, testTool } from './toolCalls.mts';
import { startFlow } from './workflow.mts';

/** n8n's two MCP servers: the MCP Server Trigger of a workflow, and the one of the whole n8n. */
export const mcp: Journey = async (bed, scenario) => {
	const { api, lab, log } = bed;
	// Older versions have a smaller one, or none.
	if (lab.installed.version !== NEWEST.version) return;
	const settings = { mcpAccessEnabled: true, autoExposeNewWorkflows: true };
	await api.call('PATCH', '/rest/mcp/settings', settings);
	const { apiKey } = await api.call<{ apiKey: string }>('GET', '/rest/mcp/api-key');
	const askN8n = async (name: string, values: object) => {
		const url = `${lab.n8n.url}/mcp-server/http`;
		const headers = { authorization: `Bearer ${apiKey}` };
		return await callTool(lab.installed, url, { name, arguments: values }, headers);
	};

	await scenario.step("n8n's MCP server: the node is no trigger, its tool is found", async () => {
		const search = { queries: ['trigger flow'] };
		assert.match(await askN8n('search_nodes', search), /^- n8n-nodes-start-flow\.startFlow$/m);
		// n8n then lists only types for which its isAgentToolNodeType is true.
		const tools = await askN8n('search_nodes', { ...search, usage: 'agentTool' });
		assert.match(tools, /^- n8n-nodes-start-flow\.startFlowTool$/m);
	});

	for (const environment of ['qa', 'production'] as const) {
		const byHand = environment === 'qa' ? 'success' : 'error';
		const title = `Manual Trigger beside a Webhook, ${environment}: by hand, ${byHand}`;
		await scenario.step(title, async () => {
			const credential = await api.createCredential(environment, lab.credentialFor(environment));
			const flow = startFlow(credential, { flow: bySlug(SLUGS.echo) });
			const toFlow = { main: [to(flow.name)] };
			const workflow = await api.publish({
				name: environment,
				nodes: [webhook(environment), node('By hand', 'n8n-nodes-base.manualTrigger', 1), flow],
				connections: { Webhook: toFlow, 'By hand': toFlow },
			});
			const execute = async (executionMode: string, triggerNodeName: string, inputs?: object) => {
				const workflowId = workflow.id;
				await askN8n('execute_workflow', { workflowId, executionMode, triggerNodeName, inputs });
			};
			const runs: Array<[status: string, run: () => Promise<unknown>]> = [
				[byHand, async () => await api.runByHand(workflow, 'By hand')],
				[byHand, async () => await execute('manual', 'By hand')],
				['success', async () => await bed.post(environment, {})],
				['success', async () => await execute('production', 'Webhook', { webhookData: {} })],
			];
			for (const [status, run] of runs) {
				const starts = log.watch();
				const before = await api.executions(workflow.id);
				await run();
				assert.equal((await api.finished(workflow.id, before)).status, status);
				assert.equal(starts().length, status === 'success' ? 1 : 0);
			}
		});
	}

	const tool = await createTool(bed, RETRY_ON_FAIL);
	const atTools = { webhookId: 'tools', parameters: { path: 'tools' } };
	const trigger = node('MCP', '@n8n/n8n-nodes-langchain.mcpTrigger', 2.1, atTools);
	const workflow = await api.publish({
		name: 'MCP Server Trigger',
		nodes: [trigger, tool],
		connections: { [tool.name]: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] } },
	});
	const call = async (server: string, values: object) => {
		const url = `${lab.n8n.url}/${server}/tools`;
		return await callTool(lab.installed, url, { name: 'Start_Flow', arguments: values });
	};
	const callLive = async (values: object) => await call('mcp', values);
	await testTool(bed, scenario, 'MCP Server Trigger', callLive, async () => {
		await api.call('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger.name },
		});
		return await call('mcp-test', FIRST_CALL);
	});
};

interface McpSdk {
	Client: new (info: object) => {
		connect: (transport: object) => Promise<void>;
		callTool: (call: object) => Promise<{ content: Array<{ text: string }> }>;
		close: () => Promise<void>;
	};
	StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

/** Calls a tool of an MCP server, with the MCP SDK of this n8n. Resolves to the text that a model reads. */
async function callTool(
	{ folder }: InstalledN8n,
	url: string,
	call: { name: string; arguments: object },
	headers = {},
): Promise<string> {
	const require = createRequire(join(folder, 'package.json'));
	const load = (file: string) => require(`@modelcontextprotocol/sdk/client/${file}.js`) as McpSdk;
	const client = new (load('index').Client)({ name: 'test', version: '1.0.0' });
	const { StreamableHTTPClientTransport: Transport } = load('streamableHttp');
	await client.connect(new Transport(new URL(url), { requestInit: { headers } }));
	try {
		const { content } = await client.callTool(call);
		return content.map(({ text }) => text).join('');
	} finally {
		await client.close();
	}
}
