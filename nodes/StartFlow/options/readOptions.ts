import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { NotSentError } from '../shared/failure';
import { describeValue, type JsonObject } from '../shared/json';
import { options as description } from './description';

/** The options as the node uses them. */
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

/** Reads every option. An expression may give a value or its text. @throws NotSentError that names a wrong option. */
export function readOptions(added: JsonObject): NodeOptions {
	const entries = (description.options as INodeProperties[]).map((option) => {
		const { name, type, default: initial } = option;
		if (Object.hasOwn(added, name)) return [name, readOption(option, added[name])];
		// A switch that was not added is off. Protect Production is on as soon as somebody adds it.
		return [name, type === 'boolean' ? false : initial];
	});
	return Object.fromEntries(entries) as unknown as NodeOptions;
}

function readOption(option: INodeProperties, value: unknown): unknown {
	switch (option.type) {
		case 'boolean':
			if (String(value) === 'true') return true;
			if (String(value) === 'false') return false;
			throw wrongOption(option, value, 'true or false');
		case 'number': {
			const min = option.typeOptions?.minValue ?? 0;
			const isText = typeof value === 'string' && value.trim() !== '';
			const number = typeof value === 'number' || isText ? Number(value) : NaN;
			if (!Number.isFinite(number) || number < min) {
				throw wrongOption(option, value, `a number of ${min} or more`);
			}
			return number;
		}
		case 'options': {
			const values = (option.options as INodePropertyOptions[]).map((choice) => choice.value);
			if (!values.includes(value as string)) {
				throw wrongOption(option, value, `one of ${values.join(', ')}`);
			}
			return value;
		}
		default:
			if (typeof value !== 'string') throw wrongOption(option, value, 'text');
			return value;
	}
}

function wrongOption({ displayName }: INodeProperties, value: unknown, expected: string) {
	return new NotSentError(
		`The option ${displayName} is ${describeValue(value)}, but has to be ${expected}`,
		'Correct the option, or remove it to use its default.',
	);
}
