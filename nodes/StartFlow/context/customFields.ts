import type { AssignmentCollectionValue, INodeProperties } from 'n8n-workflow';

import { UserError } from '../shared/userError';
import { describeValue, isJsonObject } from '../shared/json';
import { shortenName } from '../shared/text';
import type { CreateContextMode } from './contextMode';
import { convertField } from './convertField';
import { ContextBuilder, parseFieldName } from './path';

export const customFieldsParameter: INodeProperties = {
	displayName: 'Fields',
	name: 'contextFields',
	type: 'assignmentCollection',
	default: {},
	description: 'Use a dot to nest a field. For example, session.plan puts plan inside session.',
	displayOptions: { show: { contextMode: ['fields'] } },
};

type Assignments = AssignmentCollectionValue['assignments'];

export const createCustomFieldsMode: CreateContextMode = (
	{ contextFields: saved },
	readValues,
) => ({
	read({ itemIndex }) {
		const assignments = requireAssignments(saved);
		const nameSources = assignments.map(({ name }) => ({ source: name, label: 'A field name' }));
		const names = readValues(nameSources, itemIndex);
		const valueSources = assignments.map(({ value }, index) => ({
			source: value,
			label: `The field "${shortenName(String(names[index] ?? ''))}"`,
		}));
		const values = readValues(valueSources, itemIndex);
		const fields = assignments.map(({ type }, index) => ({
			name: String(names[index] ?? ''),
			type,
			value: values[index],
		}));
		const missingFields = fields
			.filter(({ value }) => value === undefined)
			.map(({ name }) => ({ name, reason: 'undefined' as const }));
		return { values, missingFields, build: () => buildContextFromFields(fields) };
	},
	// n8n's editor changes the ids.
	listIdentifyingParameters: () =>
		requireAssignments(saved).map((field) => ({ ...field, id: null })),
});

/** In a workflow that somebody wrote by hand, the fields may be anything, such as an expression. */
function requireAssignments(fields: unknown = {}): Assignments {
	const { assignments = [], ...others } = (fields ?? {}) as Partial<AssignmentCollectionValue>;
	// Other keys mean another kind of value: { "values": […] } would count as no fields.
	const isList = Array.isArray(assignments) && assignments.every(isJsonObject);
	if (isJsonObject(fields) && isList && Object.keys(others).length === 0) return assignments;
	throw new UserError(
		`The custom fields are ${describeValue(fields)}, but have to be { "assignments": […] }`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
}

/**
 * Builds the context from custom fields, in their order. A field whose value is `undefined` is left out.
 * @throws UserError for a wrong name, two fields in one place, and a value of the wrong type.
 */
export function buildContextFromFields(
	fields: ReadonlyArray<{ name: string; value: unknown; type?: string }>,
): unknown {
	const builder = new ContextBuilder({});
	for (const { name, value, type } of fields.filter((field) => field.value !== undefined)) {
		const shownName = shortenName(name);
		const path = parseFieldName(name);
		if (path === undefined) {
			throw new UserError(
				`The field name "${shownName}" is empty or incomplete`,
				'Write a name on both sides of each dot, and brackets around a name with a dot, as in session.plan or ["Nr."].plan.',
			);
		}
		const hasPlace = builder.put(path, convertField(shownName, value, type));
		if (hasPlace) continue;
		throw new UserError(
			`The field "${shownName}" conflicts with another field, or skips an index of its list`,
			'Rename or remove one of the fields. Use the indexes of a list in order, from [0]. A missing value leaves a gap.',
		);
	}
	return builder.context;
}
