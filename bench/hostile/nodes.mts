import type { NodeParts } from '../contenders.mts';
import type { HostileLab } from './hostileLab.mts';

/** Trigger Flow with these parameters. */
export async function triggerFlow(
	lab: HostileLab,
	baseUrl: string,
	parameters: object,
): Promise<NodeParts> {
	return {
		type: 'n8n-nodes-trigger-flow.triggerFlow',
		typeVersion: 1,
		parameters: { flow: 'slug', slug: 'demo-1', contextMode: 'none', ...parameters },
		credentials: await lab.credential('triggerFlowApi', baseUrl),
	};
}

/** The HTTP Request node doing the same. @param jsonBody What Trigger Flow would send. */
export async function httpRequest(
	lab: HostileLab,
	url: string,
	jsonBody: string,
	parameters: object = {},
): Promise<NodeParts> {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			...{ method: 'PUT', url, sendBody: true, contentType: 'json', specifyBody: 'json', jsonBody },
			...{ authentication: 'genericCredentialType', genericAuthType: 'httpBearerAuth' },
			...parameters,
		},
		credentials: await lab.credential('httpBearerAuth', url),
	};
}
