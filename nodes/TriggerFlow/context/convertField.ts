import { NotSentError } from '../shared/failure';
import { describeValue, hasToJson, isJsonObject } from '../shared/json';
import { isRounded, parseJson } from './jsonText';
import { writeJson } from './serializeContext';

const EXPECTED: Record<string, [what: string, example: string]> = {
	string: ['text', 'or another value that JSON can hold'],
	number: ['a number', 'such as 42 or 3.14'],
	boolean: ['true or false', '(yes, no, on, off, 1 and 0 work as well)'],
	array: ['a list', 'such as ["red", "blue"]'],
	strings: ['a list', 'such as ["red", "blue"], or text: red, blue'],
	object: ['an object', 'such as { "plan": "pro" }'],
};

/**
 * A field's value as the type that was chosen for it, or that the example has there. Nothing is
 * guessed: what does not fit, or would be rounded, is refused. `null` and `undefined` stay under every type.
 * @param type One of n8n's field types, or a form's `contextType`. `null` and none take any value.
 * @throws NotSentError that names the field.
 */
export function convertField(name: string, given: unknown, type: string | undefined): unknown {
	if (given === undefined || given === null) return given;
	const value = dateAsText(name, given);
	if (typeof value === 'number' || (type === 'number' && typeof value === 'string')) {
		refuseRounded(name, String(value).trim());
	}
	const refuse = (problem?: string) => throwMisfit(name, value, type ?? '', problem);
	switch (type) {
		case undefined:
		case 'null':
			return value;
		case 'string':
			return toText(value) ?? refuse();
		case 'number':
			return toNumber(value) ?? refuse();
		case 'boolean':
			return toBoolean(value) ?? refuse();
		case 'strings':
			if (typeof value === 'string' && !value.trimStart().startsWith('[')) return elementsOf(value);
			return fromJson(value, Array.isArray, refuse);
		case 'array':
			return fromJson(value, Array.isArray, refuse);
		case 'object':
			return fromJson(value, isJsonObject, refuse);
		default:
			throw new NotSentError(
				`The field "${name}" has the type "${type}", which a context cannot hold`,
				'Use String, Number, Boolean, Array or Object.',
			);
	}
}

/** `Date` and luxon's `DateTime`, of any realm, as the ISO text that JSON writes for them. */
function dateAsText(name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !hasToJson(value)) return value;
	const written = value.toJSON();
	if (written !== null) return written;
	throw new NotSentError(
		`The field "${name}" is an invalid date`,
		'Check its expression, or enter the date as text.',
	);
}

/** Refuses a number that has lost digits already, or would lose them. */
function refuseRounded(name: string, number: string): void {
	if (!isRounded(number)) return;
	throw new NotSentError(
		`The field "${name}" is the number ${number.slice(0, 40)}, which cannot be sent exactly`,
		'Numbers above 2^53 lose their last digits. Read this value as text in the node where it comes from.',
	);
}

/** An object as JSON text; nothing that JSON would change. */
function toText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
	if (typeof value === 'function' || typeof value === 'symbol') return undefined;
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return writeJson(value);
	} catch {
		return undefined;
	}
}

function toNumber(value: unknown): number | undefined {
	if (!isSimple(value)) return undefined;
	const number = String(value).trim() === '' ? NaN : Number(value);
	return Number.isFinite(number) ? number : undefined;
}

const BOOLEANS = new Map([
	...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
	...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

function toBoolean(value: unknown): boolean | undefined {
	return isSimple(value) ? BOOLEANS.get(String(value).trim().toLowerCase()) : undefined;
}

function isSimple(value: unknown): boolean {
	return ['number', 'string', 'boolean'].includes(typeof value);
}

function elementsOf(text: string): string[] {
	const elements = text.split(',').map((element) => element.trim());
	return elements.filter((element) => element !== '');
}

/** A value itself, or what its JSON text says. */
function fromJson(
	given: unknown,
	isRight: (value: unknown) => boolean,
	refuse: (problem?: string) => never,
): unknown {
	const read = typeof given === 'string' ? parseJson(given) : { value: given };
	if ('value' in read && isRight(read.value)) return read.value;
	const isMeant = typeof given === 'string' && /^\s*[[{]/.test(given);
	return refuse(isMeant && 'problem' in read ? ` (${read.problem})` : '');
}

function throwMisfit(name: string, value: unknown, type: string, problem = ''): never {
	const [expected, example] = EXPECTED[type] ?? ['', ''];
	throw new NotSentError(
		`The field "${name}" should be ${expected}, but its value is ${describeValue(value)}${problem}`,
		`Use ${expected} ${example}.`,
	);
}
