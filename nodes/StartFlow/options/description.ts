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
			default: 500,
			description:
				'The maximum number of starts at the same time. The node begins with a few and adapts to the service. With 1, it sends one start after another.',
		},
		{
			displayName: 'Idempotency Key Field',
			name: 'idempotencyKeyField',
			type: 'string',
			noDataExpression: true,
			default: '',
			placeholder: 'e.g. meta.idempotencyKey',
			description:
				'The context field that the node fills with a key for the start. Retries have the same key, so the flow can detect a repeated start. Running the workflow again gives a new key.',
		},
		{
			displayName: 'Include Headers and Status',
			name: 'fullResponse',
			type: 'boolean',
			default: false,
			description: 'Whether to output the status code, the headers and the body of the answer',
		},
		{
			displayName: 'Include Input',
			name: 'includeInput',
			type: 'boolean',
			default: false,
			description:
				"Whether to keep the input item's fields beside the answer. If both have the same field, the answer's value is used.",
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 3,
			description:
				'How many times to retry a start that definitely did not happen, because the service was unreachable or busy',
		},
		{
			displayName: 'Protect Production',
			name: 'protectProduction',
			type: 'boolean',
			// Whoever adds this option wants it. Without it, production is not protected.
			default: true,
			description:
				'Whether to refuse production starts in runs that a person starts by hand, such as with Execute step',
		},
		{
			displayName: 'Response Format',
			name: 'responseFormat',
			type: 'options',
			options: [
				{
					name: 'Auto-Detect',
					value: 'auto',
					description:
						'Read JSON as JSON, attachments and binary types as a file, and everything else as text',
				},
				{ name: 'File', value: 'file', description: 'Output the answer as a file in "data"' },
				{ name: 'JSON', value: 'json', description: 'Read the answer as JSON if possible' },
				{ name: 'Text', value: 'text', description: 'Output the answer as text in "data"' },
			],
			default: 'auto',
			description: 'How to read the answer',
		},
		{
			displayName: 'Retry Uncertain Starts',
			name: 'retryUnknown',
			type: 'boolean',
			default: false,
			description:
				'Whether to also retry starts that may have happened. Use this only if the flow refuses duplicates, or may run twice without harm.',
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
