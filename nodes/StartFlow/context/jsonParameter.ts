import type { INodeProperties } from 'n8n-workflow';

import { ParameterError, UserError } from '../shared/userError';
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
		const context = parseContextJson(read?.value);
		return { labelSource: context, build: () => context };
	},
	listIdentifyingParameters: () => [source],
});

/**
 * Parses the parameter JSON: the result of an expression, or JSON text.
 * @throws UserError for empty text, invalid JSON, and the whole body of a request.
 */
export function parseContextJson(value: unknown): unknown {
	const context = typeof value === 'string' ? parseText(value) : value;
	if (!isWholeBody(context)) return context;
	throw new ParameterError(
		'JSON contains the whole body of a request: enter only the object that its context contains',
		'The node adds the slug, and puts the object into context.',
	);
}

function isWholeBody(context: unknown): boolean {
	if (!isJsonObject(context) || Object.keys(context).length !== 2) return false;
	return Object.hasOwn(context, 'slug') && Object.hasOwn(context, 'context');
}

function parseText(text: string): unknown {
	const parsed = parseJson(text);
	if ('value' in parsed) return parsed.value;
	throw new UserError(
		`The context cannot be used as JSON: ${parsed.problem}`,
		'Put names and text in double quotes: { "email": "ada@example.com" }.',
		'For values of the item, use a single {{ }} that gives an object, such as {{ { email: $json.email } }}.',
		'For an empty context, write {}.',
	);
}
