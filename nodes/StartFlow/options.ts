import type { INodeProperties } from 'n8n-workflow';

import { UserError } from './shared/userError';
import { describeValue, type JsonObject } from './shared/json';

/** The options by their names, a row each. What n8n shows, the type of the value and its check come from the row. */
const OPTIONS = {
	concurrency: {
		displayName: 'Concurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 500,
		description:
			'The maximum number of starts at the same time. The node begins with a few and adapts to the service. With 1, it sends one start after another.',
	},
	idempotencyKeyField: {
		displayName: 'Idempotency Key Field',
		type: 'string',
		noDataExpression: true,
		default: '',
		placeholder: 'e.g. meta.idempotencyKey',
		description:
			'The context field that the node fills with a key for the start. Retries have the same key, so the flow can detect a repeated start. Running the workflow again gives a new key.',
	},
	fullResponse: {
		displayName: 'Include Headers and Status',
		type: 'boolean',
		default: false,
		description: 'Whether to output the status code, the headers and the body of the answer',
	},
	includeInput: {
		displayName: 'Include Input',
		type: 'boolean',
		default: false,
		description:
			"Whether to keep the input item's fields beside the answer. If both have the same field, the answer's value is used.",
	},
	maxRetries: {
		displayName: 'Max Retries',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 3,
		description:
			'How many times to retry a start that definitely did not happen, because the service was unreachable or busy',
	},
	protectProduction: {
		displayName: 'Protect Production',
		type: 'boolean',
		// Whoever adds this option wants it. Without it, production is not protected.
		default: true,
		description:
			'Whether to refuse production starts in runs that a person starts by hand, such as with Execute step',
	},
	responseFormat: {
		displayName: 'Response Format',
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
	retryUnknown: {
		displayName: 'Retry Uncertain Starts',
		type: 'boolean',
		default: false,
		description:
			'Whether to also retry starts that may have happened. Use this only if the flow refuses duplicates, or may run twice without harm.',
	},
	timeout: {
		displayName: 'Timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 300000,
		description: 'How long to wait for the answer to one start, in milliseconds',
	},
} as const;

type Name = keyof typeof OPTIONS;
type Row = (typeof OPTIONS)[Name];

type ValueOf<R extends Row> = R extends { type: 'boolean' }
	? boolean
	: R extends { type: 'number' }
		? number
		: R extends { options: ReadonlyArray<{ value: infer Choice }> }
			? Choice
			: string;

/** The options as the node uses them. */
export type NodeOptions = { [N in Name]: ValueOf<(typeof OPTIONS)[N]> };

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: Object.entries(OPTIONS).map(([name, row]) =>
		'options' in row ? { name, ...row, options: [...row.options] } : { name, ...row },
	),
};

/** Parses every option. An expression may give a value or its text. @throws UserError that names a wrong option. */
export function parseOptions(added: JsonObject): NodeOptions {
	const entries = Object.entries(OPTIONS).map(([name, row]) => {
		if (Object.hasOwn(added, name)) return [name, parseOption(row, added[name])];
		// A switch that was not added is off. Protect Production is on as soon as somebody adds it.
		return [name, row.type === 'boolean' ? false : row.default];
	});
	return Object.fromEntries(entries) as NodeOptions;
}

function parseOption(row: Row, value: unknown): unknown {
	switch (row.type) {
		case 'boolean':
			if (String(value) === 'true') return true;
			if (String(value) === 'false') return false;
			throw wrongOption(row, value, 'true or false');
		case 'number': {
			const { minValue } = row.typeOptions;
			const isText = typeof value === 'string' && value.trim() !== '';
			const number = typeof value === 'number' || isText ? Number(value) : NaN;
			if (Number.isFinite(number) && number >= minValue) return number;
			throw wrongOption(row, value, `a number of ${minValue} or more`);
		}
		case 'options': {
			const choices: unknown[] = row.options.map((choice) => choice.value);
			if (choices.includes(value)) return value;
			throw wrongOption(row, value, `one of ${choices.join(', ')}`);
		}
		case 'string':
			if (typeof value === 'string') return value;
			throw wrongOption(row, value, 'text');
	}
}

function wrongOption({ displayName }: Row, value: unknown, expected: string) {
	return new UserError(
		`The option ${displayName} is ${describeValue(value)}, but has to be ${expected}`,
		'Correct the option, or remove it to use its default.',
	);
}
