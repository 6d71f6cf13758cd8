import { NotSentError } from '../errors/failure';
import { parseJson } from './parseJson';

/**
 * The context that the JSON field gives: an expression's result, or what a text holds. Whether it is
 * an object is checked in `serializeContext`.
 *
 * @throws NotSentError for text that is not valid JSON.
 */
export function contextFromJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') {
		throw new NotSentError(
			'The context is empty, but a flow expects a JSON object',
			'Write an object such as { "email": "ada@example.com" }. To send an empty context, write {}.',
		);
	}
	const parsed = parseJson(value);
	if ('value' in parsed) return parsed.value;
	throw new NotSentError(
		`The context is not valid JSON: ${parsed.problem}`,
		'Put names and text in double quotes: { "email": "ada@example.com" }.',
	);
}
