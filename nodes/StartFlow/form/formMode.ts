import type { ContextMode, CreateContextMode } from '../context/contextMode';
import type { MissingField } from '../context/missingFields';
import { formatPointer, parseDottedPath } from '../context/path';
import type { ReadValue } from '../context/valueReader.n8n';
import { findFlow } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';
import { mapAutomatically } from './automaticMapping';
import { listFields, type FormField } from './formFields';
import {
	buildContextFromForm,
	createNoFieldsError,
	isEmpty,
	readFields,
	requireFormFor,
	type SavedForm,
} from './readForm';

export const createFormMode: CreateContextMode = ({ contextMapping }, readValue) => {
	const form = (contextMapping ?? {}) as SavedForm;
	return form.mappingMode === 'autoMapInputData'
		? createAutomaticMode(form)
		: createManualMode(form, readValue);
};

/** The form is saved in the node. If the credential has an example, that serves to check the form, and to explain an empty one. */
function createManualMode(form: SavedForm, readValue: ReadValue): ContextMode {
	const readFieldsOnce = memoize((example: JsonObject | undefined) => readFields(form, example));
	const excludeFilledByNode = createFilledByNodeFilter();
	return {
		readContext({ itemIndex, slug, credential, pathsFilledByNode }) {
			const fields = readFieldsOnce(findFlow(credential, slug)?.example);
			requireFormFor(fields, slug, credential);
			const readMapped = ({ id, name }: FormField) =>
				readValue(form.value?.[id], itemIndex, `The field "${name}"`);
			const values = Object.fromEntries(fields.map((field) => [field.id, readMapped(field)]));
			const mappable = excludeFilledByNode(fields, pathsFilledByNode);
			const missingFields: MissingField[] = mappable
				.filter(({ id, isMapped }) => isMapped && isEmpty(values[id]))
				.map(({ id, name }) => ({
					name,
					reason: values[id] === undefined ? 'undefined' : 'empty',
				}));
			return { context: buildContextFromForm(fields, values, mappable), missingFields };
		},
		identifyingParameters: [listMappedValues(form)],
	};
}

/** Lists the values of the form by field, without what a refresh changes in it. */
function listMappedValues({ value, schema }: SavedForm): unknown[] {
	const ids = (schema ?? []).filter(({ removed }) => removed !== true).map(({ id }) => id);
	return ids.map((id) => [id, value?.[id]]).filter(([, mapped]) => !isEmpty(mapped));
}

/** The example decides which fields there are. If the credential lacks it, the fields that n8n saved are used. */
function createAutomaticMode(form: SavedForm): ContextMode {
	const readFieldsOnce = memoize((example: JsonObject | undefined): FormField[] =>
		example ? listFields(example) : readFields(form, example),
	);
	const excludeFilledByNode = createFilledByNodeFilter();
	return {
		readContext({ item, slug, credential, pathsFilledByNode }) {
			const example = findFlow(credential, slug)?.example;
			const fields = readFieldsOnce(example);
			requireFormFor(fields, slug, credential);
			if (fields.length === 0) throw createNoFieldsError(example);
			const mappable = excludeFilledByNode(fields, pathsFilledByNode);
			const { values, missingFields } = mapAutomatically(item, mappable);
			return { context: buildContextFromForm(fields, values, mappable), missingFields };
		},
		// The item decides what is mapped.
		identifyingParameters: [form.mappingMode],
	};
}

/** Creates a function that leaves out the fields that the node fills itself. The paths are mostly the same for all items. */
function createFilledByNodeFilter() {
	const toPointer = memoize((dottedPath: string) =>
		formatPointer(parseDottedPath(dottedPath) ?? []),
	);
	return <Field extends FormField>(fields: Field[], pathsFilledByNode: string[]): Field[] => {
		const ids = pathsFilledByNode.map(toPointer);
		return fields.filter(({ id }) => !ids.includes(id));
	};
}
