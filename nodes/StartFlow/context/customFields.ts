import type { AssignmentCollectionValue } from 'n8n-workflow';

import { UserError } from '../shared/userError';
import { describeValue, isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';
import type { CreateContextMode } from './contextMode';
import { convertField } from './convertField';
import { listMissingFields, type MissingField } from './missingFields';
import { parseFieldName } from './path';
import { putValue } from './putValue';

type Assignments = AssignmentCollectionValue['assignments'];

export const createCustomFieldsMode: CreateContextMode = (parameters, readValues) => ({
	readContext({ itemIndex }) {
		const assignments = requireAssignments(parameters.contextFields ?? {});
		const nameSources = assignments.map(({ name }) => ({ source: name, label: 'A field name' }));
		const names = readValues(nameSources, itemIndex).map((name) => String(name ?? ''));
		const valueSources = assignments.map(({ value }, index) => ({
			source: value,
			label: `The field "${names[index]}"`,
		}));
		const values = readValues(valueSources, itemIndex);
		const fields = assignments.map(({ type }, index) => ({
			name: names[index] ?? '',
			type,
			value: values[index],
		}));
		return buildContextFromFields(fields);
	},
	readMapped(itemIndex) {
		const assignments = requireAssignments(parameters.contextFields ?? {});
		const sources = assignments.map(({ value }) => ({ source: value, label: '' }));
		return readValues(sources, itemIndex);
	},
	identifyingParameters: [listWithoutIds(parameters.contextFields)],
});

/** In a workflow that somebody wrote by hand, the fields may be anything, such as an expression. */
function requireAssignments(fields: unknown): Assignments {
	const { assignments = [], ...others } = fields as Partial<AssignmentCollectionValue>;
	// Other keys mean another kind of value: { "values": […] } would count as no fields.
	const isList = Array.isArray(assignments) && assignments.every(isJsonObject);
	if (isJsonObject(fields) && isList && Object.keys(others).length === 0) return assignments;
	throw new UserError(
		`The custom fields are ${describeValue(fields)}, but have to be { "assignments": […] }`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
}

/** n8n's editor changes the ids. */
function listWithoutIds(fields: unknown): object[] {
	const { assignments } = (fields ?? {}) as { assignments?: unknown };
	return Array.isArray(assignments)
		? (assignments as object[]).map((field) => ({ ...field, id: null }))
		: [];
}

/**
 * Builds the context from custom fields, in their order. A field whose value is `undefined` is left out.
 * @throws UserError for a wrong name, two fields in one place, a value of the wrong type, and if all are `undefined`.
 */
export function buildContextFromFields(
	fields: ReadonlyArray<{ name: string; value: unknown; type?: string }>,
): {
	context: object;
	missingFields: MissingField[];
} {
	const context = {};
	const missingFields = listMissingFields(fields);
	for (const { name, value, type } of fields) {
		if (value === undefined) continue;
		const shownName = shorten(name, 200);
		const path = parseFieldName(name);
		if (path === undefined) {
			throw new UserError(
				`The field name "${shownName}" is empty or contains an empty part`,
				'Write a name on both sides of each dot. A dot nests one field in another, as in session.plan.',
			);
		}
		const problem = putValue(context, path, convertField(shownName, value, type));
		if (problem === undefined) continue;
		const consequence =
			problem.kind === 'gap'
				? `skips the list index ${problem.skippedIndex}`
				: 'conflicts with another field of the context';
		throw new UserError(
			`The field "${shownName}" ${consequence}`,
			'Rename or remove one of the fields. Use the indexes of a list in order, from [0].',
		);
	}
	return { context, missingFields };
}
