import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';

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
	/** How an answer is read: by its content and headers, or as what the person says it is. */
	responseFormat: 'auto' | 'json' | 'text' | 'file';
	/** Whether a start whose outcome is unknown may be sent again: the flow is safe to start twice. */
	retryUnknown: boolean;
	/** For one request, in ms. */
	timeout: number;
}

/** What the form says of one option; a part of n8n's own description of it. */
export interface FormOption {
	/** As the form shows it. */
	displayName: string;
	name: string;
	type: string;
	default?: unknown;
	typeOptions?: { minValue?: number };
	/** The values of a choice. */
	options?: ReadonlyArray<{ value?: unknown }>;
}

/**
 * Every option of a form as the value that it stands for, the default where it was not added. An
 * expression may give the value itself or its text: n8n hands over the text `false`, which JavaScript
 * takes for true, as it is.
 *
 * @param given The options that the person has added, by name.
 * @throws NotSentError that names the option, for anything else.
 */
export function readOptions(form: readonly FormOption[], given: unknown): NodeOptions {
	if (!isJsonObject(given)) {
		throw new NotSentError(
			`The options are ${describeValue(given)}, but have to be an object`,
			'Remove the expression from Options, and add the options one by one.',
		);
	}
	return Object.fromEntries(
		form.map((option) => [
			option.name,
			Object.hasOwn(given, option.name) ? readOption(option, given[option.name]) : option.default,
		]),
	) as unknown as NodeOptions;
}

function readOption(option: FormOption, given: unknown): unknown {
	switch (option.type) {
		case 'boolean':
			return SWITCH.get(given) ?? refuse(option, given, 'true or false');
		case 'number': {
			const least = option.typeOptions?.minValue ?? -Infinity;
			const number = toNumber(given);
			return number !== undefined && number >= least
				? number
				: refuse(option, given, `a number of ${least} or more`);
		}
		case 'options': {
			const values = (option.options ?? []).map(({ value }) => value);
			return values.includes(given) ? given : refuse(option, given, `one of ${values.join(', ')}`);
		}
		default:
			return typeof given === 'string' ? given : refuse(option, given, 'text');
	}
}

const SWITCH = new Map<unknown, boolean>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
]);

function toNumber(given: unknown): number | undefined {
	const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function refuse({ displayName }: FormOption, given: unknown, expected: string): never {
	const found =
		typeof given === 'string' && given.trim() !== ''
			? `the text "${shorten(given, 40)}"`
			: describeValue(given);
	throw new NotSentError(
		`The option ${displayName} is ${found}, but has to be ${expected}`,
		'Correct the option, or remove it to use its default.',
	);
}
