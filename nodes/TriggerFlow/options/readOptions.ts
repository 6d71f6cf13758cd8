import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
import { describeValue, type JsonObject } from '../shared/json';
import { readByItem } from '../shared/memoize';
import { options as description } from './description';

/** The options as the node uses them, the default where one was not added. */
export interface NodeOptions {
	concurrency: number;
	fullResponse: boolean;
	/** A dotted path; empty: no key. */
	idempotencyKeyField: string;
	includeInput: boolean;
	maxRetries: number;
	protectProduction: boolean;
	responseFormat: 'auto' | 'json' | 'text' | 'file';
	retryUnknown: boolean;
	timeout: number;
}

export function optionsReader(context: IExecuteFunctions): (itemIndex: number) => NodeOptions {
	return readByItem(context.getNode().parameters.options ?? {}, (itemIndex) =>
		readOptions(context.getNodeParameter('options', itemIndex, {}) as JsonObject),
	);
}

/**
 * Every option, the default where it was not added. An expression may give the value or its text: the text
 * `false` is true in JavaScript.
 * @throws NotSentError that names the option, for anything else.
 */
export function readOptions(given: JsonObject): NodeOptions {
	const all = (description.options as INodeProperties[]).map((option) => [
		option.name,
		Object.hasOwn(given, option.name) ? readOption(option, given[option.name]) : option.default,
	]);
	return Object.fromEntries(all) as unknown as NodeOptions;
}

function readOption(option: INodeProperties, given: unknown): unknown {
	switch (option.type) {
		case 'boolean': {
			const text = String(given);
			return ['true', 'false'].includes(text)
				? text === 'true'
				: refuse(option, given, 'true or false');
		}
		case 'number': {
			const least = option.typeOptions?.minValue ?? 0;
			const isNumber =
				typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
			const number = isNumber ? Number(given) : NaN;
			return Number.isFinite(number) && number >= least
				? number
				: refuse(option, given, `a number of ${least} or more`);
		}
		case 'options': {
			const values = (option.options as INodePropertyOptions[]).map(({ value }) => value);
			return values.includes(given as string)
				? given
				: refuse(option, given, `one of ${values.join(', ')}`);
		}
		default:
			return typeof given === 'string' ? given : refuse(option, given, 'text');
	}
}

function refuse({ displayName }: INodeProperties, given: unknown, expected: string): never {
	throw new NotSentError(
		`The option ${displayName} is ${describeValue(given)}, but has to be ${expected}`,
		'Correct the option, or remove it to use its default.',
	);
}
