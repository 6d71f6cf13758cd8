import { formSchema } from '../demo/formSchema.mts';
import { startEventRequest } from '../stand-in/startEvent.mts';
import type { N8nApi } from '../tools/n8n/api.mts';
import { draggedFields, exampleOf, expressionOf, type WorkId } from './work.mts';

/** The nodes that are compared. */
export const TITLES = {
	ours: 'Trigger Flow',
	oursForm: 'Trigger Flow, form',
	oursFields: 'Trigger Flow, custom fields',
	httpRequest: 'HTTP Request',
};

export type ContenderId = keyof typeof TITLES;

/** The flow that every contender starts. */
const SLUG = 'bench-flow-7k2m9p';

const TOKEN = 'bench-token-2f6a90c4';

/** The parts of a workflow's node that make a contender what it is. */
export type NodeParts = Record<string, unknown> & { typeVersion: number };

/**
 * Each contender as a node with its defaults: only what the work needs is set.
 *
 * @param url Where a PUT starts a flow.
 */
export async function makeNodes(
	api: N8nApi,
	url: string,
	work: WorkId,
): Promise<Record<ContenderId, NodeParts>> {
	const expression = expressionOf(work);
	const example = exampleOf(work) as Parameters<typeof formSchema>[0];
	const request = startEventRequest(url, SLUG, example, TOKEN);
	const triggerFlowApi = await api.createCredential('Bench flows', 'triggerFlowApi', {
		environment: 'qa',
		connectWith: 'request',
		request,
	});
	const triggerFlow = (parameters: object): NodeParts => ({
		type: 'n8n-nodes-trigger-flow.triggerFlow',
		typeVersion: 1,
		parameters: { flow: { __rl: true, mode: 'list', value: SLUG }, ...parameters },
		credentials: { triggerFlowApi },
	});

	const httpBearerAuth = await api.createCredential('Bench', 'httpBearerAuth', { token: TOKEN });
	const versions = (await api.nodeTypes())
		.filter(({ name }) => name === 'n8n-nodes-base.httpRequest')
		.flatMap(({ version }) => version);
	const httpRequest: NodeParts = {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: Math.max(...versions),
		parameters: {
			method: 'PUT',
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: `={{ { slug: '${SLUG}', context: ${expression} } }}`,
		},
		credentials: { httpBearerAuth },
	};

	return {
		ours: triggerFlow({ contextMode: 'json', contextJson: `={{ ${expression} }}` }),
		oursForm: triggerFlow({ contextMapping: filledForm(work, formSchema(example, SLUG)) }),
		oursFields: triggerFlow({ contextMode: 'fields', contextFields: filledFields(work) }),
		httpRequest,
	};
}

/** The form of the flow, with a field of the item dragged onto each of its fields. */
function filledForm(work: WorkId, schema: object[]): object {
	const entries = draggedFields(work).map(([path, value]) => [
		`/${path.replaceAll('.', '/')}`,
		value,
	]);
	const value = Object.fromEntries(entries) as object;
	return { mappingMode: 'defineBelow', value, schema };
}

function filledFields(work: WorkId): object {
	const assignments = draggedFields(work).map(([name, value, type]) => {
		return { id: name, name, type, value };
	});
	return { assignments };
}
