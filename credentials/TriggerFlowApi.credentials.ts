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
				"Open the flow's Start Event in your integration platform, copy its request for one environment, and paste it into Access Token as it is. Then choose the flow in the node.",
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
			description:
				'The environment that the request belongs to. The request does not tell it: choose it here.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'Paste the whole request, with its token',
			description:
				'The whole request from the Start Event, token and all, or the token alone, with or without the word Bearer',
		},
		{
			displayName: 'Start Events',
			name: 'startEvents',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'Paste the requests of further flows, one after another',
			description:
				'The requests of further flows of this environment: the node offers all of them in a list',
		},
		{
			displayName:
				'Everybody who may edit this credential can read Start Events: leave the token out there.',
			name: 'startEventsNotice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { startEvents: [''] } },
		},
		{
			displayName: 'Endpoint URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://flows.example.com/v1/start',
			description:
				'Only needed where Access Token holds the token alone: the URL in the Start Event, used exactly as you paste it',
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
		const headers: IHttpRequestOptions['headers'] = {
			Authorization: bearer(readAccessToken(credentials.accessToken)),
			...requestOptions.headers,
		};
		return { ...requestOptions, headers };
	};
}
