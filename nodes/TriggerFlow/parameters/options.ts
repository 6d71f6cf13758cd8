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
			default: 50,
			description:
				'How many starts may be under way at once. The node begins with 5 and finds out what the service takes. With 1, the starts go strictly one after another.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 3,
			description:
				'How often to try a start again that certainly did not happen, because the service could not be reached or was busy',
		},
		{
			displayName: 'Retry Unknown',
			name: 'retryUnknown',
			type: 'boolean',
			default: false,
			description:
				'Whether to also try a start again that may have happened. Only for a flow that does no harm when it is started twice.',
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

/** The options as the node uses them. */
export interface NodeOptions {
	concurrency: number;
	maxRetries: number;
	retryUnknown: boolean;
	/** A dotted path in the context; empty: no key. */
	startKeyField: string;
	/** For one start, in ms. */
	timeout: number;
}

/** Each option's default: the one that the form shows. */
export const DEFAULT_OPTIONS = Object.fromEntries(
	(options.options as INodeProperties[]).map((option) => [option.name, option.default]),
) as unknown as NodeOptions;
