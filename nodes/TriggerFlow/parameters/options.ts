import type { INodeProperties } from 'n8n-workflow';

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 200,
			description:
				'How many starts may be under way at most. The node begins with 10 and finds out what the service takes. With 1, the starts go strictly one after another.',
		},
		{
			displayName: 'Full Response',
			name: 'fullResponse',
			type: 'boolean',
			default: false,
			description: 'Whether to output the status code and the headers of the answer with its body',
		},
		{
			displayName: 'Include Input',
			name: 'includeInput',
			type: 'boolean',
			default: false,
			description:
				"Whether to keep the input item's fields beside the answer, whose fields win where both have one",
		},
		{
			displayName: 'Leave Out Empty Fields',
			name: 'leaveOutEmpty',
			type: 'boolean',
			default: false,
			description:
				'Whether to leave out of the context the fields that hold nothing: an empty text, null, or no value at all. For the Start Event Form and for Fields.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 3,
			description:
				'How often to try again a start that certainly did not happen, because the service could not be reached or was busy',
		},
		{
			displayName: 'Protect Production',
			name: 'protectProduction',
			type: 'boolean',
			default: false,
			description:
				'Whether to refuse runs that are started by hand, with Execute Step for example, when the credential is for production',
		},
		{
			displayName: 'Response Field',
			name: 'responseField',
			type: 'string',
			default: '',
			placeholder: 'e.g. answer',
			description:
				'The field to put the answer into. Leave it empty to put the answer at the top level.',
		},
		{
			displayName: 'Response Format',
			name: 'responseFormat',
			type: 'options',
			options: [
				{
					name: 'Auto-Detect',
					value: 'auto',
					description: 'Read JSON as JSON, binary types as a file, and all else as text',
				},
				{
					name: 'File',
					value: 'file',
					description: 'Put the answer into the binary property data',
				},
				{ name: 'JSON', value: 'json', description: 'Read the answer as JSON where it is JSON' },
				{ name: 'Text', value: 'text', description: 'Put the answer into a field as it is' },
			],
			default: 'auto',
			description: 'How to read the answer',
		},
		{
			displayName: 'Retry Unknown',
			name: 'retryUnknown',
			type: 'boolean',
			default: false,
			description:
				'Whether to also try again a start that may have happened. Only for a flow that does no harm when it is started twice.',
		},
		{
			displayName: 'Split Array',
			name: 'splitArray',
			type: 'boolean',
			default: true,
			description: 'Whether an answer that is an array becomes one item per element',
		},
		{
			displayName: 'Start Key Field',
			name: 'startKeyField',
			type: 'string',
			default: '',
			placeholder: 'e.g. meta.startKey',
			description:
				'A field of the context that gets a key, the same for every try of one start. With it, the flow itself can tell that it was started before.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 300000,
			description: 'How long to wait for the answer to one start, in milliseconds',
		},
	],
};
