import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject } from '../shared/json';
import { readByItem } from '../shared/memoize';
import { shorten } from '../shared/text';
import { options as description } from './description';

/** The options as the node uses them, the default where one was not added. */
export interface NodeOptions {
	/** The most starts at once. */
	concurrency: number;
	/** Whether an answer becomes `{ statusCode, headers, body }`. */
	fullResponse: boolean;
	/** A dotted path in the context; empty: no key. */
	idempotencyKeyField: string;
	/** Whether the input item's fields are kept beside the answer's, which win where both have one. */
	includeInput: boolean;
	/** Further tries of one start, at most. */
	maxRetries: number;
	protectProduction: boolean;
	responseFormat: 'auto' | 'json' | 'text' | 'file';
	/** Whether a start that may have happened may be sent again: the flow may run twice. */
	retryUnknown: boolean;
	/** For one request, in ms. */
	timeout: number;
}

/** Gives the options for an item. */
export function optionsReader(context: IExecuteFunctions): (itemIndex: number) => NodeOptions {
	return readByItem(context.getNode().parameters.options ?? {}, (itemIndex) =>
		readOptions(context.getNodeParameter('options', itemIndex, {})),
	);
}

/**
 * Every option as the value that it stands for, the default where it was not added. An expression may
 * give the value itself or its text: n8n hands over the text `false`, which JavaScript takes for true.
 *
 * @param given The options that the person has added, by name.
 * @throws NotSentError that names the option, for anything else.
 */
export function readOptions(given: unknown): NodeOptions {
	if (!isJsonObject(given)) {
		throw new NotSentError(
			`The options are ${describeValue(given)}, but have to be an object`,
			'Remove the expression from Options, and add the options one by one.',
		);
	}
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
	const isText = typeof given === 'string' && given.trim() !== '';
	const found = isText ? `the text "${shorten(given, 40)}"` : describeValue(given);
	throw new NotSentError(
		`The option ${displayName} is ${found}, but has to be ${expected}`,
		'Correct the option, or remove it to use its default.',
	);
}
