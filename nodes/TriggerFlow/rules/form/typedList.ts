import type { JsonValue } from '../context/json';
import { parseJson } from '../context/parseJson';
import type { FormField } from './formFields';

/**
 * The list that a person has typed without brackets, as in `red, blue`, where the example is a list of
 * texts, of numbers or of booleans and so says what its elements are.
 *
 * @param typed As it is written; an expression is nothing that somebody has seen as a list.
 * @returns undefined for anything else, and where an element does not fit or cannot be told from the signs
 * around it.
 */
export function typedList({ value: example }: FormField, typed: unknown): JsonValue[] | undefined {
	if (!Array.isArray(example) || typeof typed !== 'string' || typed.startsWith('=')) {
		return undefined;
	}
	const [kind, ...others] = new Set(example.map((element) => typeof element));
	if (others.length > 0 || !['string', 'number', 'boolean'].includes(String(kind)))
		return undefined;
	const parsed = parseJson(`[${typed}]`);
	const read = 'value' in parsed ? (parsed.value as JsonValue[]) : [];
	if (read.length > 0 && read.every((element) => typeof element === kind)) return read;
	if (kind !== 'string' || /["[\]{}\n]/.test(typed.trim())) return undefined;
	const texts = typed.split(',').map((text) => text.trim());
	return texts.some((text) => text === '' || /^'.*'$/.test(text)) ? undefined : texts;
}
