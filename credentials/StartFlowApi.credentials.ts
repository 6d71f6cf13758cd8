import type { Icon, IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import { parseAccessToken } from '../nodes/StartFlow/credential/flowCredential';
import type { PassedCredential } from '../nodes/StartFlow/n8n/internals';

/** A password field, because the request contains the token. Inside `properties`, `credential-unnecessary-password` of n8n's lint would warn. */
const REQUEST: INodeProperties = {
	displayName: 'Start Event Request',
	name: 'request',
	type: 'string',
	typeOptions: { password: true },
	required: true,
	default: '',
	placeholder: "e.g. curl -X PUT 'https://…' -H 'Authorization: Bearer …' -d '…'",
	description:
		"The curl command from a flow's Start Event, with its token. The URL, token, flow and fields are taken from it.",
	displayOptions: { show: { connectWith: ['request'] } },
};

/** One customer's access to one environment. */
export class StartFlowApi implements ICredentialType {
	name = 'startFlowApi';
	displayName = 'Trigger Flow API';

	icon: Icon = {
		light: 'file:../nodes/StartFlow/startFlow.svg',
		dark: 'file:../nodes/StartFlow/startFlow.dark.svg',
	};

	documentationUrl =
		'https://github.com/trigger-flow.example/n8n-nodes-start-flow/blob/main/docs/get-started.md';

	// Newer versions of n8n (seen in 2.41) let only Trigger Flow and its tool use the credential. For older ones, see `authenticate`.
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Connect With',
			name: 'connectWith',
			type: 'options',
			options: [
				{
					name: 'Start Event Request',
					value: 'request',
					description: 'Paste the curl command that the Start Event shows',
				},
				{
					name: 'URL and Token',
					value: 'fields',
					description: 'Enter the endpoint URL and the access token',
				},
			],
			default: 'request',
		},
		REQUEST,
		{
			displayName: 'Endpoint URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://flows.example.com/v1/start',
			description: 'The URL from the Start Event. The node uses it unchanged.',
			displayOptions: { show: { connectWith: ['fields'] } },
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The token, with or without the word Bearer',
			displayOptions: { show: { connectWith: ['fields'] } },
		},
		{
			// Nothing is preset, so that no QA request is marked Production because somebody did not look here.
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			required: true,
			options: [
				{ name: 'Production', value: 'production' },
				{ name: 'QA', value: 'qa' },
			],
			default: '',
			description: 'The environment that the request or the URL belongs to',
		},
		{
			displayName:
				'The connection test checks the address. Only the start of a flow shows that the token is accepted.',
			name: 'testNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'More Flows',
			name: 'moreFlows',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: "e.g. curl -X PUT 'https://…' -d '…'",
			description:
				'The curl commands of more flows in this environment. Paste them one after another. They appear in the list of flows in the node.',
		},
		{
			displayName:
				'Everyone who can edit this credential can read More Flows. The node ignores tokens there, so remove them.',
			name: 'moreFlowsNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Allow Insecure HTTP',
			name: 'allowInsecureHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow an http:// URL. Others in the network can then read the access token. Not needed for localhost.',
		},
	];

	/** Uses only the token that Trigger Flow passes, not the stored one: older versions of n8n (seen in 1.123 and 2.20) let other nodes call this. */
	authenticate: IAuthenticate = async ({ token }: PassedCredential, requestOptions) => {
		const Authorization = `Bearer ${parseAccessToken(token)}`;
		return { ...requestOptions, headers: { Authorization, ...requestOptions.headers } };
	};
}
