import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { readContextJson } from '../context/contextJson';
import { buildContextFromFields } from '../context/customFields';
import { parseDottedPath } from '../context/path';
import { createValueReader, type ReadValue } from '../context/valueReader.n8n';
import type { FlowCredential } from '../credential/flowCredential';
import { mapAutomatically } from '../form/automaticMapping';
import { toFieldId } from '../form/formFields';
import {
	buildContextFromForm,
	isEmpty,
	readFields,
	requireFormFor,
	type FormField,
	type SavedForm,
} from '../form/readForm';
import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject, type JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';

/** Reads the context of an item. It is not checked yet. @throws NotSentError */
type ReadContext = (source: {
	itemIndex: number;
	item: JsonObject;
	slug: string;
	credential: FlowCredential;
	/** Dotted paths in the context that the node fills itself. */
	pathsFilledByNode: string[];
}) => { context: unknown; emptyFields?: string[] };

export function createContextReader(n8n: IExecuteFunctions, mode: unknown): ReadContext {
	const readValue = createValueReader(n8n);
	const { contextJson } = n8n.getNode().parameters;
	switch (mode) {
		case 'form':
			return createFormReader(n8n, readValue);
		case 'fields':
			return createCustomFieldsReader(n8n, readValue);
		case 'json':
			return ({ itemIndex }) => ({
				context: readContextJson(readValue(contextJson, itemIndex, 'JSON')),
			});
		case 'input':
			return ({ item }) => ({ context: item });
		default:
			throw new NotSentError('Context has an unknown value', 'Choose one of its options.');
	}
}

/** The form is saved in the node, so a run does not need the credential's example. */
function createFormReader(n8n: IExecuteFunctions, readValue: ReadValue): ReadContext {
	const form = (n8n.getNode().parameters.contextMapping ?? {}) as SavedForm;
	const isAutomatic = form.mappingMode === 'autoMapInputData';
	const readFieldsOnce = memoize(() => readFields(form));
	const readMapped = ({ id, name }: FormField, itemIndex: number) =>
		readValue(form.value?.[id], itemIndex, `The field "${name}"`);
	return ({ itemIndex, item, slug, credential, pathsFilledByNode }) => {
		const fields = readFieldsOnce();
		requireFormFor(fields, slug, credential);
		const idsFilledByNode = pathsFilledByNode
			.map(parseDottedPath)
			.map((path) => (path ? toFieldId(path) : undefined));
		const mappable = fields.filter(({ id }) => !idsFilledByNode.includes(id));
		const values = isAutomatic
			? mapAutomatically(item, mappable)
			: Object.fromEntries(fields.map((field) => [field.id, readMapped(field, itemIndex)]));
		const reportedFields = isAutomatic
			? mappable
			: mappable.filter(({ id }) => !isEmpty(form.value?.[id]));
		return {
			context: buildContextFromForm(fields, values, mappable),
			emptyFields: reportedFields.filter(({ id }) => isEmpty(values[id])).map(({ name }) => name),
		};
	};
}

function createCustomFieldsReader(n8n: IExecuteFunctions, readValue: ReadValue): ReadContext {
	const contextFields: unknown = n8n.getNode().parameters.contextFields ?? {};
	return ({ itemIndex }) => {
		const fields = requireAssignments(contextFields).map((field) => {
			const name = String(readValue(field.name, itemIndex) ?? '');
			const value = readValue(field.value, itemIndex, `The field "${name}"`);
			return { name, type: field.type, value };
		});
		return { context: buildContextFromFields(fields) };
	};
}

/** In a workflow that somebody wrote by hand, the fields may be anything, such as an expression. */
function requireAssignments(fields: unknown): AssignmentCollectionValue['assignments'] {
	const { assignments = [], ...others } = fields as Partial<AssignmentCollectionValue>;
	// Other keys mean another kind of value: { "values": […] } would count as no fields.
	const isList = Array.isArray(assignments) && assignments.every(isJsonObject);
	if (isJsonObject(fields) && isList && Object.keys(others).length === 0) return assignments;
	throw new NotSentError(
		`The custom fields are ${describeValue(fields)}, but have to be { "assignments": […] }`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
}
