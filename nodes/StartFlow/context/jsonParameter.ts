import type { INodeProperties } from 'n8n-workflow';

import { UserError } from '../shared/userError';
import { isExpression } from '../shared/expression';
import { isJsonObject, parseJson } from '../shared/json';
import type { CreateContextMode } from './contextMode';

export const jsonParameter: INodeProperties = {
	displayName: 'JSON',
	name: 'contextJson',
	type: 'json',
	typeOptions: { rows: 6 },
	default: '',
	placeholder: 'e.g. { "email": "ada@example.com" }',
	description: 'A JSON object, with names and text in double quotes',
	displayOptions: { show: { contextMode: ['json'] } },
};

export const createJsonMode: CreateContextMode = ({ contextJson: source }, readValues) => ({
	read({ itemIndex }) {
		const [read] = readValues([{ source, label: 'JSON' }], itemIndex);
		const context = parseContextJson(read?.value, source);
		return { values: context, build: () => context };
	},
	listIdentifyingParameters: () => [source],
});

/**
 * Parses the parameter JSON: the result of an expression, or JSON text.
 * @param source The parameter as written.
 * @throws UserError for empty text, invalid JSON, and the whole body of a request.
 */
export function parseContextJson(value: unknown, source: unknown): unknown {
	const context = typeof value === 'string' ? parseText(value, source) : value;
	if (!isWholeBody(context)) return context;
	throw new UserError(
		'JSON contains the whole body of a request, with slug and context. Enter only the object that context contains',
		'The node adds the slug, and puts the object into context.',
	);
}

function isWholeBody(context: unknown): boolean {
	if (!isJsonObject(context) || Object.keys(context).length !== 2) return false;
	return Object.hasOwn(context, 'slug') && Object.hasOwn(context, 'context');
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
	const advice = isExpression(source)
		? 'Use one expression, with nothing before {{ or after }}, that gives the object, such as {{ { email: $json.email } }}, or text that is JSON, without ``` around it.'
		: 'Put names and text in double quotes, and no comma after the last value: { "email": "ada@example.com" }. For an empty context, write {}.';
	throw new UserError(`The context cannot be used as JSON: ${parsed.problem}`, advice);
}
