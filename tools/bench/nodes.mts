import { filledForm, fromList } from '../n8n/parameters.mts';
import type { N8nApi } from '../n8n/api.mts';
import { node, type WorkflowNode } from '../n8n/workflow.mts';
import { startEventRequest } from '../stand-in/startEvent.mts';
import {
	customFields,
	exampleOf,
	expressionOf,
	writtenFields,
	type WorkId,
	type Writing,
} from './work.mts';

const allDragged = (): Writing => 'dragged';
const oneDragged = (index: number): Writing => (index === 0 ? 'dragged' : 'method');
const mixed = (index: number) => (['default', 'method', 'text'] as const)[index % 3] ?? 'dragged';
const fiveTimes = (writing: Writing, fields = [0, 1, 2, 3, 4]) => {
	return (index: number): Writing => (fields.includes(index) ? writing : 'dragged');
};

/** What is written in each field, by its number from 0: in a form, or in Custom Fields. */
const WRITTEN = {
	form: ['form', allDragged],
	fields: ['fields', allDragged],
	methods: ['form', oneDragged],
	methodFields: ['fields', oneDragged],
	fiveMethods: ['form', fiveTimes('method')],
	fiveDefaults: ['form', fiveTimes('default')],
	// These five are text.
	fiveTexts: ['form', fiveTimes('text', [1, 4, 5, 8, 9])],
	written: ['form', mixed],
	writtenFields: ['fields', mixed],
} as const satisfies Record<string, [string, (index: number) => Writing]>;

export const WRITTEN_NODES = Object.keys(WRITTEN) as Array<keyof typeof WRITTEN>;

/** n8n's HTTP Request node, its bare HTTP helper, and Trigger Flow with each way of giving it a context. */
export type NodeId = 'httpRequest' | 'helper' | 'json' | 'input' | keyof typeof WRITTEN;

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
	if (id === 'httpRequest' || id === 'helper') {
		const httpBearerAuth = await api.createCredential('Bench', { token: TOKEN }, 'httpBearerAuth');
		const credentials = { httpBearerAuth };
		if (id === 'httpRequest') return await makeHttpRequest(api, url, work, credentials);
		const parameters = { url, slug: SLUG };
		return node(MEASURED, 'n8n-nodes-bench.helper', 1, { parameters, credentials });
	}

	const example = exampleOf(work);
	const startFlowApi = await api.createCredential('Bench flows', {
		environment: 'qa',
		connectWith: 'request',
		request: startEventRequest(url, SLUG, example, TOKEN),
	});
	return node(MEASURED, 'n8n-nodes-start-flow.startFlow', 1, {
		parameters: { flow: fromList(SLUG), ...contextParameters(id, work) },
		credentials: { startFlowApi },
	});
}

function contextParameters(id: Exclude<NodeId, 'httpRequest' | 'helper'>, work: WorkId): object {
	if (id === 'input') return { contextMode: 'input' };
	if (id === 'json') return { contextMode: 'json', contextJson: `={{ ${expressionOf(work)} }}` };
	const [mode, writingOf] = WRITTEN[id];
	if (mode === 'fields') return customFields(work, writingOf);
	const values = writtenFields(work, writingOf).map(([path, value]) => [
		`/${path.replaceAll('.', '/')}`,
		value,
	]);
	return { contextMapping: filledForm(exampleOf(work), SLUG, Object.fromEntries(values)) };
}

async function makeHttpRequest(api: N8nApi, url: string, work: WorkId, credentials: object) {
	const versions = (await api.types('nodes'))
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
		credentials,
	});
}
