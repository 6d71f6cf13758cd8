import { filledForm, fromList } from '../n8n/parameters.mts';
import type { N8nApi } from '../n8n/api.mts';
import { node, type WorkflowNode } from '../n8n/workflow.mts';
import { startEventRequest } from '../stand-in/startEvent.mts';
import {
	customFields,
	draggedFields,
	exampleOf,
	expressionOf,
	writtenFields,
	type WorkId,
} from './work.mts';

/** n8n's HTTP Request node, its bare HTTP helper, and Trigger Flow with each way of giving it a context. */
export type NodeId = 'httpRequest' | 'helper' | 'json' | 'form' | 'written' | 'fields' | 'input';

/** The name of the measured node in its workflow. */
export const MEASURED = 'Measured';

/** The flow that every node starts. */
const SLUG = 'bench-flow-7k2m9p';

const TOKEN = 'bench-token-2f6a90c4';

/**
 * A node with its defaults: only what the work needs is set.
 *
 * @param url Where a PUT starts a flow.
 */
export async function makeNode(
	api: N8nApi,
	id: NodeId,
	url: string,
	work: WorkId,
): Promise<WorkflowNode> {
	if (id === 'httpRequest') return await makeHttpRequest(api, url, work);
	if (id === 'helper') {
		const httpBearerAuth = await createBearer(api);
		const parameters = { url, slug: SLUG };
		const credentials = { httpBearerAuth };
		return node(MEASURED, 'n8n-nodes-bench.helper', 1, { parameters, credentials });
	}

	const example = exampleOf(work);
	const startFlowApi = await api.createCredential('Bench flows', 'startFlowApi', {
		environment: 'qa',
		connectWith: 'request',
		request: startEventRequest(url, SLUG, example, TOKEN),
	});
	const formOf = (fields: ReturnType<typeof draggedFields>) => {
		const values = fields.map(([path, value]) => [`/${path.replaceAll('.', '/')}`, value]);
		return { contextMapping: filledForm(example, SLUG, Object.fromEntries(values)) };
	};
	const contexts = {
		input: { contextMode: 'input' },
		json: { contextMode: 'json', contextJson: `={{ ${expressionOf(work)} }}` },
		fields: customFields(work),
		form: formOf(draggedFields(work)),
		written: formOf(writtenFields(work)),
	};
	return node(MEASURED, 'n8n-nodes-start-flow.startFlow', 1, {
		parameters: { flow: fromList(SLUG), ...contexts[id] },
		credentials: { startFlowApi },
	});
}

async function createBearer(api: N8nApi) {
	return await api.createCredential('Bench', 'httpBearerAuth', { token: TOKEN });
}

async function makeHttpRequest(api: N8nApi, url: string, work: WorkId): Promise<WorkflowNode> {
	const httpBearerAuth = await createBearer(api);
	const versions = (await api.nodeTypes())
		.filter(({ name }) => name === 'n8n-nodes-base.httpRequest')
		.flatMap(({ version }) => version);
	return node(MEASURED, 'n8n-nodes-base.httpRequest', Math.max(...versions), {
		parameters: {
			method: 'PUT',
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: `={{ { slug: '${SLUG}', context: ${expressionOf(work)} } }}`,
		},
		credentials: { httpBearerAuth },
	});
}
