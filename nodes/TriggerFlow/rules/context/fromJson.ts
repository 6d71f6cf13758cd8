import { NotSentError } from '../errors/failure';
import { parseJson } from './parseJson';

/**
 * The context that the JSON field gives: an object (an expression's result), or a text that holds
 * one. Whether it is an object is checked where every context is, in `serializeContext`.
 *
 * @throws NotSentError with the place of the first mistake in the text.
 */
export function contextFromJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') {
		throw new NotSentError(
			'The context is empty, but a flow expects a JSON object',
			'Write an object such as { "email": "ada@example.com" }, or set Context to None.',
		);
	}
	const parsed = parseJson(value);
	if ('problem' in parsed) {
		throw new NotSentError(
			`The context is not valid JSON: ${parsed.problem}`,
			'Names and texts stand in double quotes: { "email": "ada@example.com" }.',
		);
	}
	return parsed.value;
}
