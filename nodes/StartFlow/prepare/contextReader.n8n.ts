import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { readContextJson } from '../context/contextJson';
import {
	buildContextFromFields,
	listMissingFields,
	type MissingField,
} from '../context/customFields';
import { parseDottedPath } from '../context/path';
import { createValueReader, type ReadValue } from '../context/valueReader.n8n';
import { findFlow, type FlowCredential } from '../credential/flowCredential';
import { mapAutomatically } from '../form/automaticMapping';
import { listFields, toFieldId, type FormField } from '../form/formFields';
import {
	buildContextFromForm,
	createNoFieldsError,
	isEmpty,
	readFields,
	requireFormFor,
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
}) => { context: unknown; missingFields?: MissingField[] };

export function createContextReader(n8n: IExecuteFunctions, mode: unknown): ReadContext {
	const readValue = createValueReader(n8n);
	const { contextJson, contextMapping } = n8n.getNode().parameters;
	const form = (contextMapping ?? {}) as SavedForm;
	switch (mode) {
		case 'form':
			return form.mappingMode === 'autoMapInputData'
				? createAutomaticReader(form)
				: createFormReader(form, readValue);
		case 'fields':
			return createCustomFieldsReader(n8n, readValue);
		case 'json':
			return ({ itemIndex }) => {
				const context = readContextJson(readValue(contextJson, itemIndex, 'JSON'), contextJson);
				return { context, missingFields: listMissingFields(listNamedValues(context)) };
			};
		case 'input':
			return ({ item }) => ({ context: item });
		default:
			throw new NotSentError('Context has an unknown value', 'Choose one of its options.');
	}
}

/** The fields of an object, and those of the objects in it, such as `session.name`. */
function listNamedValues(object: unknown, prefix = ''): Array<{ name: string; value: unknown }> {
	if (!isJsonObject(object)) return [];
	return Object.entries(object).flatMap(([key, value]) => {
		const name = prefix + key;
		return prefix === '' && isJsonObject(value)
			? listNamedValues(value, `${name}.`)
			: { name, value };
	});
}

/** The form is saved in the node. If the credential has an example, that serves to check the form, and to explain an empty one. */
function createFormReader(form: SavedForm, readValue: ReadValue): ReadContext {
	const readFieldsOnce = memoize((example: JsonObject | undefined) => readFields(form, example));
	return ({ itemIndex, slug, credential, pathsFilledByNode }) => {
		const fields = readFieldsOnce(findFlow(credential, slug)?.example);
		requireFormFor(fields, slug, credential);
		const readMapped = ({ id, name }: FormField) =>
			readValue(form.value?.[id], itemIndex, `The field "${name}"`);
		const values = Object.fromEntries(fields.map((field) => [field.id, readMapped(field)]));
		const mappable = withoutFilledByNode(fields, pathsFilledByNode);
		const missingFields: MissingField[] = mappable
			.filter(({ id, isMapped }) => isMapped && isEmpty(values[id]))
			.map(({ id, name }) => ({ name, reason: values[id] === undefined ? 'undefined' : 'empty' }));
		return { context: buildContextFromForm(fields, values, mappable), missingFields };
	};
}

/** The example decides which fields there are. If the credential lacks it, the fields that n8n saved are used. */
function createAutomaticReader(form: SavedForm): ReadContext {
	const readFieldsOnce = memoize((example: JsonObject | undefined): FormField[] =>
		example ? listFields(example) : readFields(form, example),
	);
	return ({ item, slug, credential, pathsFilledByNode }) => {
		const example = findFlow(credential, slug)?.example;
		const fields = readFieldsOnce(example);
		requireFormFor(fields, slug, credential);
		if (fields.length === 0) throw createNoFieldsError(example);
		const mappable = withoutFilledByNode(fields, pathsFilledByNode);
		const { values, missingFields } = mapAutomatically(item, mappable);
		return { context: buildContextFromForm(fields, values, mappable), missingFields };
	};
}

function withoutFilledByNode(fields: FormField[], pathsFilledByNode: string[]): FormField[] {
	const ids = pathsFilledByNode.map((path) => toFieldId(parseDottedPath(path) ?? []));
	return fields.filter(({ id }) => !ids.includes(id));
}

function createCustomFieldsReader(n8n: IExecuteFunctions, readValue: ReadValue): ReadContext {
	const contextFields: unknown = n8n.getNode().parameters.contextFields ?? {};
	return ({ itemIndex }) => {
		const fields = requireAssignments(contextFields).map((field) => {
			const name = String(readValue(field.name, itemIndex) ?? '');
			const value = readValue(field.value, itemIndex, `The field "${name}"`);
			return { name, type: field.type, value };
		});
		return buildContextFromFields(fields);
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
