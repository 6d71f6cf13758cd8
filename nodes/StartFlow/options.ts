import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { UserError } from './shared/userError';
import { describeValue, type JsonObject } from './shared/json';

interface OptionRow extends Readonly<Omit<INodeProperties, 'options'>> {
	type: 'boolean' | 'number' | 'options' | 'string';
	options?: readonly INodePropertyOptions[];
}

/** Each option, as n8n describes it. The description, the type `NodeOptions` and `parseOptions` come from this table. */
const OPTIONS = [
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
		// Without a field, the context gets no key.
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
			'How many times to retry a start that definitely did not happen, such as when the service is unreachable. Starts that a busy service turns away do not count: the node usually tries them as long as the service accepts others. With 0, nothing is retried.',
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
		displayName: 'Start Production by Hand',
		name: 'productionByHand',
		type: 'boolean',
		// Whoever adds this option wants it. Without it, a run by hand starts nothing in production.
		default: true,
		description:
			'Whether runs that a person starts by hand, such as with Execute step, may start flows in production. Off without this option. Published workflows always may.',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 300000,
		description: 'How long to wait for the answer to one start, in milliseconds',
	},
] as const satisfies readonly OptionRow[];

type Option = (typeof OPTIONS)[number];

type Value<T extends Option> = T extends { options: readonly INodePropertyOptions[] }
	? T['options'][number]['value']
	: Widened<T['default']>;

type Widened<T> = T extends boolean ? boolean : T extends number ? number : string;

/** The options as the node uses them. */
export type NodeOptions = { [T in Option as T['name']]: Value<T> };

export const optionsParameter: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...OPTIONS] as INodeProperties[],
};

/** Parses every option. An expression may give a value or its text. @throws UserError that names a wrong option. */
export function parseOptions(added: JsonObject): NodeOptions {
	const entries = OPTIONS.map((option) => {
		const { name, type, default: defaultValue } = option;
		if (Object.hasOwn(added, name)) return [name, parseOption(option, added[name])];
		// Without the option, what it turns on is off.
		return [name, type === 'boolean' ? false : defaultValue];
	});
	return Object.fromEntries(entries) as NodeOptions;
}

function parseOption(option: Option, value: unknown): unknown {
	const accept = (isValid: boolean, parsed: unknown, expected: string) => {
		if (isValid) return parsed;
		throw new UserError(
			`The option ${option.displayName} is ${describeValue(value)}, but has to be ${expected}`,
			'Correct or remove the option.',
		);
	};
	// Lists and objects are refused. The text of [5] would be 5.
	const text = typeof value === 'object' ? '' : String(value).trim();
	switch (option.type) {
		case 'boolean':
			return accept(['true', 'false'].includes(text), text === 'true', 'true or false');
		case 'number': {
			const { minValue } = option.typeOptions;
			const number = text === '' ? NaN : Number(text);
			const isValid = Number.isFinite(number) && number >= minValue;
			return accept(isValid, number, `a number of ${minValue} or more`);
		}
		case 'options': {
			const values: unknown[] = option.options.map((choice) => choice.value);
			return accept(values.includes(value), value, `one of ${values.join(', ')}`);
		}
		case 'string':
			return accept(typeof value === 'string', value, 'text');
	}
}
