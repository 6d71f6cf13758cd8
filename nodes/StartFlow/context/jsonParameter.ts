import { UserError } from '../shared/userError';
import { isJsonObject, parseJson } from '../shared/json';
import type { CreateContextMode } from './contextMode';
import { listMissingFields } from './missingFields';

export const createJsonMode: CreateContextMode = ({ contextJson }, readValues) => ({
	readContext({ itemIndex }) {
		const [value] = readValues([{ source: contextJson, label: 'JSON' }], itemIndex);
		const context = parseContextJson(value, contextJson);
		return { context, missingFields: listMissingFields(listNamedValues(context)) };
	},
	identifyingParameters: [contextJson],
});

/** Lists the fields of an object, and those of the objects in it, such as `session.name`. Deeper fields are not listed. */
function listNamedValues(object: unknown): Array<{ name: string; value: unknown }> {
	if (!isJsonObject(object)) return [];
	return Object.entries(object).flatMap(([key, value]) =>
		isJsonObject(value)
			? Object.entries(value).map(([inner, innerValue]) => ({
					name: `${key}.${inner}`,
					value: innerValue,
				}))
			: { name: key, value },
	);
}

/**
 * Parses the parameter JSON: the result of an expression, or JSON text.
 * @param source The parameter as written.
 * @throws UserError for empty text, invalid JSON, and the whole body of a request.
 */
export function parseContextJson(value: unknown, source: unknown): unknown {
	const context = typeof value === 'string' ? parseText(value, source) : value;
	const keys = isJsonObject(context) ? Object.keys(context).sort() : [];
	if (keys.join() !== 'context,slug') return context;
	throw new UserError(
		'JSON contains the whole body of a request, with slug and context. Enter only the object that context contains',
		'The node adds the slug, and puts the object into context.',
	);
}

function parseText(text: string, source: unknown): unknown {
	if (text.trim() === '') {
		throw new UserError(
			'JSON is empty, so there is nothing to send. For an empty context, write {}',
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}
	const parsed = parseJson(text);
	if ('value' in parsed) return parsed.value;
	throw createJsonError(text, parsed.problem, source);
}

const EXPRESSION = /\{\{[^]*?\}\}/g;

/** For example, `"note": "{{ $json.note }}"`. */
const NAMED_EXPRESSION = /"([A-Za-z_$][\w$]*)"\s*:\s*"?\{\{\s*([^]*?)\s*\}\}/;

/** Says what to change in the parameter JSON, written as `source`, if it gives text that is not JSON. */
function createJsonError(text: string, problem: string, source: unknown): UserError {
	const sourceText = String(source);
	const [, name = 'email', value = '$json.email'] = NAMED_EXPRESSION.exec(sourceText) ?? [];
	const safeForm = `{{ { ${name}: ${value} } }}`;
	const withoutValues = parseJson(sourceText.replace(/^=/, '').replace(EXPRESSION, '0'));
	if ('value' in withoutValues && isJsonObject(withoutValues.value)) {
		return new UserError(
			`A value that {{ }} puts into JSON breaks it, such as one with a quote or a line break. Write the whole object as one expression, such as ${safeForm}`,
			`The context cannot be used as JSON: ${problem}.`,
		);
	}
	if (text.includes('[object Object]')) {
		return new UserError(
			'JSON has something around {{ }}, so its object became text. Remove everything before {{ and after }}, including spaces',
			`The parameter must contain one expression, such as ${safeForm}.`,
		);
	}
	return new UserError(
		`The context cannot be used as JSON: ${problem}`,
		'Put names and text in double quotes, and no comma after the last value: { "email": "ada@example.com" }. For an empty context, write {}.',
	);
}
