import type { INodeProperties } from 'n8n-workflow';

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
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

/** The options as the node uses them, each with its default. */
export interface NodeOptions {
	/** For one start, in ms. */
	timeout: number;
}

export const DEFAULT_OPTIONS: NodeOptions = { timeout: 300_000 };
