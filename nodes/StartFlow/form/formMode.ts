import type { ContextMode, CreateContextMode } from '../context/contextMode';
import type { MissingField } from '../context/missingFields';
import { formatPointer, parseDottedPath } from '../context/path';
import type { ReadValues } from '../context/valueReader.n8n';
import { findFlow } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';
import { mapAutomatically } from './automaticMapping';
import { listExampleFields, type FormField } from './formFields';
import {
	buildContextFromForm,
	isEmpty,
	parseSavedFields,
	requireFields,
	requireFormFor,
	type SavedForm,
} from './savedForm';

export const createFormMode: CreateContextMode = ({ contextMapping }, readValues) => {
	const form = (contextMapping ?? {}) as SavedForm;
	return form.mappingMode === 'autoMapInputData'
		? createAutomaticMode(form)
		: createManualMode(form, readValues);
};

/** The form is saved in the node. If the credential has an example, that serves to check the form, and to explain an empty one. */
function createManualMode(form: SavedForm, readValues: ReadValues): ContextMode {
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const listIdsOnce = memoize(listIds);
	const excludeFilledByNode = createFilledByNodeFilter();
	const readMapped = (itemIndex: number) => {
		const sources = parseFieldsOnce().map(({ id, name }) => ({
			source: form.value?.[id],
			label: `The field "${name}"`,
		}));
		return readValues(sources, itemIndex);
	};
	return {
		readMapped,
		getFormState(slug, credential) {
			const fields = parseFieldsOnce();
			const example = findFlow(credential, slug)?.example;
			return {
				fieldCount: fields.length,
				mappedCount: fields.filter(({ isMapped }) => isMapped).length,
				...compareFields(fields, example && listExampleFields(example)),
			};
		},
		readContext({ itemIndex, slug, credential, pathsFilledByNode }) {
			const fields = parseFieldsOnce();
			const example = findFlow(credential, slug)?.example;
			requireFields(fields, example);
			requireFormFor(fields, slug, credential, example && listIdsOnce(example));
			const mapped = readMapped(itemIndex);
			const values = Object.fromEntries(fields.map(({ id }, index) => [id, mapped[index]]));
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

/** The example may have changed since the form was made. */
function compareFields(fields: readonly FormField[], exampleFields = fields) {
	const listMissing = (of: readonly FormField[], among: readonly FormField[]) =>
		of.filter(({ id }) => !among.some((one) => one.id === id)).map(({ name }) => name);
	return {
		added: listMissing(exampleFields, fields),
		gone: listMissing(fields, exampleFields),
	};
}

function listIds(example: JsonObject): Set<string> {
	return new Set(listExampleFields(example).map(({ id }) => id));
}

/** Lists the values of the form by field, without what a refresh changes in it. */
function listMappedValues({ value, schema }: SavedForm): unknown[] {
	const ids = (schema ?? []).filter(({ removed }) => removed !== true).map(({ id }) => id);
	return ids.map((id) => [id, value?.[id]]).filter(([, mapped]) => !isEmpty(mapped));
}

/** The example decides which fields there are. If the credential lacks it, the fields that n8n saved are used. */
function createAutomaticMode(form: SavedForm): ContextMode {
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const listFieldsOnce = memoize((example: JsonObject) => listExampleFields(example));
	const excludeFilledByNode = createFilledByNodeFilter();
	return {
		readMapped: (_itemIndex, item) => item,
		readContext({ item, slug, credential, pathsFilledByNode }) {
			const example = findFlow(credential, slug)?.example;
			const fields: FormField[] = example ? listFieldsOnce(example) : parseFieldsOnce();
			requireFields(fields, example);
			if (example === undefined) requireFormFor(parseFieldsOnce(), slug, credential, undefined);
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
