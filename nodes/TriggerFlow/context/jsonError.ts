import { NotSentError } from '../shared/failure';
import { isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';
import { parseJson } from './contextJson';

const EXPRESSION = /\{\{((?:(?!\}\})[^])*)\}\}/g;

/** A string in JSON, in which expressions may contain quotes. */
const STRING = /"((?:\{\{(?:(?!\}\})[^])*\}\}|\\.|\{(?!\{)|[^"\\{])*)"/g;

/**
 * Says what to change in the parameter JSON, whose text is not valid JSON.
 * @param text What the parameter gave. @param problem What is wrong with it.
 * @param source The parameter as written. Text that begins with `=` is an expression.
 */
export function createJsonError(text: string, problem: string, source: unknown): NotSentError {
	const template = typeof source === 'string' && source.startsWith('=') ? source.slice(1) : '';
	if (template === '' && text.includes('{{')) {
		return new NotSentError(
			'JSON contains {{ }}, which works only in an expression. Switch JSON from Fixed to Expression',
			`One expression works with every value: ${toExpression(text)}.`,
		);
	}
	const filledIn = parseJson(template.replace(EXPRESSION, '0'));
	if ('value' in filledIn && isJsonObject(filledIn.value)) {
		return new NotSentError(
			`A value that {{ }} puts into JSON breaks it, such as one with a quote or a line break. Write ${toExpression(template)}`,
			`The context is not valid JSON: ${problem}.`,
		);
	}
	if (text.includes('[object Object]')) {
		return new NotSentError(
			'JSON has something around {{ }}, so its object became text. Remove everything before {{ and after }}, blanks as well',
			'The parameter must contain one expression, such as {{ { email: $json.email } }}.',
		);
	}
	return new NotSentError(
		`The context is not valid JSON: ${problem}`,
		'Put names and text in double quotes: { "email": "ada@example.com" }. For an empty context, write {}.',
	);
}

/** Writes JSON that contains expressions as one expression: `{ "a": "{{ $json.b }}" }` becomes `{{ { a: $json.b } }}`. */
function toExpression(template: string): string {
	const code = template
		.replace(STRING, (string, content: string) => toCode(string, content))
		.replace(EXPRESSION, (_, inner: string) => inner.trim())
		.replace(/"([A-Za-z_$][\w$]*)"\s*:/g, '$1:')
		// n8n looks for the end of an expression, }}.
		.replace(/\}(?=\})/g, '} ');
	return `{{ ${shorten(code)} }}`;
}

function toCode(string: string, content: string): string {
	const inners = Array.from(content.matchAll(EXPRESSION), ([, inner = '']) => inner.trim());
	const [first] = inners;
	if (first === undefined) return string;
	if (inners.length === 1 && /^\s*\{\{[^]*\}\}\s*$/.test(content)) return first;
	return `\`${content.replace(EXPRESSION, (_, inner: string) => `\${${inner.trim()}}`)}\``;
}
