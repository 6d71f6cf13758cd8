import { NotSentError } from '../shared/failure';
import { isJsonObject } from '../shared/json';
import { parseJson } from './contextJson';

const EXPRESSION = /\{\{[^]*?\}\}/g;

/** For example, `"note": "{{ $json.note }}"`. */
const NAMED_EXPRESSION = /"([A-Za-z_$][\w$]*)"\s*:\s*"?\{\{\s*([^]*?)\s*\}\}/;

/** An expression within a string, as in `"Hi {{ $json.name }}"`. */
const EXPRESSION_IN_STRING = /[:[,]\s*"[^"{}]*\{\{/;

/** Finds what makes valid JSON text differ from what the person sees. @param source The parameter as written. */
export function findExpressionProblem(text: string, source: string): string | undefined {
	// In Fixed, n8n does not evaluate `{{ $json.name }}`, and the flow would get these characters.
	if (!source.startsWith('=')) return /\{\{\s*\$/.test(text) ? 'it contains {{ }}' : undefined;
	const escapesItself = /\\|stringify|toJsonString/.test(source);
	const isChanged = EXPRESSION_IN_STRING.test(source) && !escapesItself && text.includes('\\');
	return isChanged ? 'a backslash changes the characters after it' : undefined;
}

/**
 * Says what to change in the parameter JSON if it gives text that is not JSON.
 * @param problem What is wrong with the text.
 * @param source The parameter as written. Text that begins with `=` is an expression.
 */
export function createJsonError(text: string, problem: string, source: unknown): NotSentError {
	const sourceText = String(source ?? text);
	const [, name = 'email', value = '$json.email'] = NAMED_EXPRESSION.exec(sourceText) ?? [];
	const safeForm = `{{ { ${name}: ${value} } }}`;
	if (!sourceText.startsWith('=') && sourceText.includes('{{')) {
		return new NotSentError(
			'JSON contains {{ }}, which works only in an expression. Switch JSON from Fixed to Expression',
			`The safest is to write the whole object as one expression, such as ${safeForm}.`,
		);
	}
	const withoutValues = parseJson(sourceText.replace(/^=/, '').replace(EXPRESSION, '0'));
	if ('value' in withoutValues && isJsonObject(withoutValues.value)) {
		return new NotSentError(
			`A value that {{ }} puts into JSON breaks it, such as one with a quote, a backslash or a line break. Write the whole object as one expression, such as ${safeForm}`,
			`The context is not valid JSON: ${problem}.`,
		);
	}
	if (text.includes('[object Object]')) {
		return new NotSentError(
			'JSON has something around {{ }}, so its object became text. Remove everything before {{ and after }}, blanks as well',
			`The parameter must contain one expression, such as ${safeForm}.`,
		);
	}
	return new NotSentError(
		`The context is not valid JSON: ${problem}`,
		'Put names and text in double quotes: { "email": "ada@example.com" }. For an empty context, write {}.',
	);
}
