import { TOKENS } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Environment } from '../../stand-in/startLog.mts';
import type { Lab } from '../../tools/n8n/lab.mts';

/** A credential of the stand-in with these flows, made by pasted requests. */
export async function makeCredential(
	lab: Lab,
	name: string,
	environment: Environment,
	flows: Array<[slug: string, example: object]>,
) {
	const requests = flows.map(([slug, example]) =>
		startEventRequest(lab.standIn.urls[environment], slug, example, TOKENS[environment]),
	);
	const [request, ...further] = requests;
	return await lab.n8n.api.createCredential(name, 'triggerFlowApi', {
		environment,
		request,
		moreFlows: further.join('\n'),
	});
}

/** Form → Trigger Flow, with an item that is pinned. */
export function workflow(name: string, item: object | undefined, node: object = {}) {
	return {
		name,
		nodes: [
			{
				id: 'start',
				name: 'Form',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'trigger-flow',
				name: 'Trigger Flow',
				type: 'n8n-nodes-trigger-flow.triggerFlow',
				typeVersion: 1,
				position: [260, 0],
				parameters: {},
				...node,
			},
		],
		connections: { Form: { main: [[{ node: 'Trigger Flow', type: 'main', index: 0 }]] } },
		...(item && { pinData: { Form: [{ json: item }] } }),
	};
}
