import type { AssignmentCollectionValue, INodeProperties } from 'n8n-workflow';

import { isSetByAiButton } from '../n8n/internals';
import { ParameterError, UserError } from '../shared/userError';
import { describeValue, isJsonObject, type JsonObject } from '../shared/json';
import { shortenName } from '../shared/text';
import type { CreateContextMode, MissingField } from './contextMode';
import { convertField } from './convertField';
import { ContextBuilder, parseFieldName, type PathSegment } from './path';

export const customFieldsParameter: INodeProperties = {
	displayName: 'Fields',
	name: 'contextFields',
	type: 'assignmentCollection',
	default: {},
	description: 'Use a dot to nest a field. For example, session.plan puts plan inside session.',
	displayOptions: { show: { contextMode: ['fields'] } },
};

export const createCustomFieldsMode: CreateContextMode = ({ contextFields }, readValues) => ({
	read({ itemIndex }) {
		const assignments = requireAssignments(contextFields);
		// For all rows, n8n's AI button asks the model for the same value.
		const aiSources = assignments.map(({ value }) => value).filter(isSetByAiButton);
		if (new Set(aiSources).size < aiSources.length) {
			throw new ParameterError(
				'Several custom fields ask the model for the same value',
				"In each expression, replace 'Value' by a name of its own, or set Context to JSON.",
			);
		}
		const nameSources = assignments.map(({ name }) => ({ source: name, label: 'A field name' }));
		const names = readValues(nameSources, itemIndex);
		const sources = assignments.map(({ type, value: source }, index) => {
			const name = String(names[index]?.value ?? '');
			return { name, type, source, label: `The field "${shortenName(name)}"` };
		});
		const fields = readValues(sources, itemIndex);
		const missingFields = fields
			.filter(({ value }) => value === undefined)
			.map(({ name }): MissingField => ({ name, reason: 'undefined' }));
		const labelSource = fields.map(({ value }) => value);
		return { labelSource, missingFields, build: () => buildContextFromFields(fields) };
	},
	// n8n's editor changes the ids.
	listIdentifyingParameters: () =>
		requireAssignments(contextFields).map((field) => ({ ...field, id: null })),
});

/**
 * In a workflow that somebody wrote by hand, the fields may be anything, such as an expression. Other keys than `assignments`
 * mean another kind of value: { "values": […] } would count as no fields.
 */
function requireAssignments(saved: unknown): AssignmentCollectionValue['assignments'] {
	const fields = saved ?? {};
	const { assignments = [], ...others } = fields as Partial<AssignmentCollectionValue>;
	const isList = Array.isArray(assignments) && assignments.every(isJsonObject);
	if (isJsonObject(fields) && isList && Object.keys(others).length === 0) return assignments;
	throw new ParameterError(
		`The custom fields are ${describeValue(fields)}, but have to be { "assignments": […] }`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
}

/**
 * Builds the context from fields, in their order. A field whose value is `undefined` is left out.
 * @param fields A name is read as a path, unless there is one beside it.
 * @throws UserError for a wrong name, two fields in one place, and a value of the wrong type.
 */
export function buildContextFromFields(fields: readonly NamedValue[]): JsonObject {
	const builder = new ContextBuilder({});
	for (const { name, path = parseFieldName(name), value, type } of fields) {
		if (value === undefined) continue;
		const shownName = shortenName(name);
		if (path === undefined) {
			throw new ParameterError(
				`The field name "${shownName}" is empty or incomplete`,
				'Write a name on both sides of each dot, and brackets around a name with a dot, as in session.plan or ["Nr."].plan.',
			);
		}
		if (builder.put(path, convertField(shownName, value, type))) continue;
		throw new UserError(
			`The field "${shownName}" conflicts with another field, or skips an index of its list`,
			'Rename or remove one of the fields. Use the indexes of a list in order, from [0]. A missing value leaves a gap.',
		);
	}
	return builder.context;
}

interface NamedValue {
	name: string;
	path?: readonly PathSegment[];
	value?: unknown;
	type?: string;
}
