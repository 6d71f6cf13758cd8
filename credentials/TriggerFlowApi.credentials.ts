import type {
	Icon,
	IAuthenticate,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { bearer, readAccessToken } from '../nodes/TriggerFlow/rules/credential/accessToken';

/** One customer's access to one environment: endpoint URL and bearer token. */
export class TriggerFlowApi implements ICredentialType {
	name = 'triggerFlowApi';

	displayName = 'Trigger Flow API';

	icon: Icon = {
		light: 'file:../nodes/TriggerFlow/triggerFlow.svg',
		dark: 'file:../nodes/TriggerFlow/triggerFlow.dark.svg',
	};

	documentationUrl = 'https://trigger-flow.example/docs/credential';

	// Only Trigger Flow and its tool variant may use the token: n8n refuses it to every other node.
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName:
				"Open the flow's Start Event in your integration platform: it shows the URL and the token for each environment",
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Production', value: 'production' },
				{ name: 'QA', value: 'qa' },
			],
			default: 'qa',
			description: 'The environment that the URL below belongs to',
		},
		{
			displayName: 'Endpoint URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://flows.example.com/v1/start',
			description: 'The URL in the Start Event of this environment, used exactly as you paste it',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The token in the Start Event, with or without the word Bearer',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the access token to an http:// address, where others in the network can read it. Not needed for this machine itself (localhost).',
		},
		{
			displayName: 'Test Flow Slug',
			name: 'testSlug',
			type: 'string',
			default: '',
			placeholder: 'e.g. connection-check-4d7x2p',
			description:
				'The slug of a harmless flow that the connection test may start. Leave it empty, and the test starts nothing.',
		},
	];

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		if (requestOptions.headers?.Authorization !== undefined) throw sentBefore();
		const headers: IHttpRequestOptions['headers'] = {
			Authorization: bearer(readAccessToken(credentials.accessToken)),
			...requestOptions.headers,
		};
		return { ...requestOptions, headers };
	};
}

/**
 * n8n's helper signs and sends a request once more after a 401 whose body it could not read. A start
 * is sent once: this ends the second try, and stands for the 401 of the first.
 */
function sentBefore(): Error {
	return Object.assign(new Error('The service answered 401'), { httpCode: '401' });
}
