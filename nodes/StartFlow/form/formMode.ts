import type { ContextMode, CreateContextMode } from '../context/contextMode';
import type { MissingField } from '../context/missingFields';
import { formatPointer, parseDottedPath } from '../context/path';
import type { ReadValues } from '../context/valueReader.n8n';
import type { FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';
import { createAutomaticMapper } from './automaticMapping';
import { listExampleFields, type FormField } from './formFields';
import {
	buildContextFromForm,
	isEmpty,
	listShownFields,
	parseSavedFields,
	requireFields,
	requireFormFor,
	type SavedField,
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
	const requireFormOnce = onceForEachFlow((slug, credential) => {
		const example = credential.examples.get(slug);
		requireFields(parseFieldsOnce(), example);
		requireFormFor(parseFieldsOnce(), slug, credential, example && listIdsOnce(example));
	});
	const listSourcesOnce = memoize((fields: SavedField[]) =>
		fields.map(({ id, name }) => ({ source: form.value?.[id], label: `The field "${name}"` })),
	);
	const excludeFilledByNode = createFilledByNodeFilter();
	const readMapped = (itemIndex: number) =>
		readValues(listSourcesOnce(parseFieldsOnce()), itemIndex);
	return {
		readMapped,
		getFormState(slug, credential) {
			const fields = parseFieldsOnce();
			const example = credential.examples.get(slug);
			return {
				fieldCount: fields.length,
				mappedCount: fields.filter(({ isMapped }) => isMapped).length,
				...compareFields(fields, example && listExampleFields(example)),
			};
		},
		readContext({ itemIndex, slug, credential, pathsFilledByNode }) {
			const fields = parseFieldsOnce();
			requireFormOnce(slug, credential);
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
function listMappedValues(form: SavedForm): unknown[] {
	const ids = listShownFields(form).map(({ id }) => id);
	return ids.map((id) => [id, form.value?.[id]]).filter(([, mapped]) => !isEmpty(mapped));
}

/** The example decides which fields there are. If the credential lacks it, the fields that n8n saved are used. */
function createAutomaticMode(form: SavedForm): ContextMode {
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const listFieldsOnce = memoize((example: JsonObject) => listExampleFields(example));
	const listFieldsForFlow = onceForEachFlow((slug, credential) => {
		const example = credential.examples.get(slug);
		const fields: FormField[] = example ? listFieldsOnce(example) : parseFieldsOnce();
		requireFields(fields, example);
		if (example === undefined) requireFormFor(parseFieldsOnce(), slug, credential, undefined);
		return fields;
	});
	const excludeFilledByNode = createFilledByNodeFilter();
	const createMapperOnce = memoize(createAutomaticMapper);
	return {
		readMapped: (_itemIndex, item) => item,
		readContext({ item, slug, credential, pathsFilledByNode }) {
			const fields = listFieldsForFlow(slug, credential);
			const mappable = excludeFilledByNode(fields, pathsFilledByNode);
			const { values, missingFields } = createMapperOnce(mappable)(item);
			return { context: buildContextFromForm(fields, values, mappable), missingFields };
		},
		// The item decides what is mapped.
		identifyingParameters: [form.mappingMode],
	};
}

/** Wraps a function so that it is called once for each flow of a credential. */
function onceForEachFlow<T>(make: (slug: string, credential: FlowCredential) => T) {
	const makeOnce = memoize((credential: FlowCredential) =>
		memoize((slug: string) => make(slug, credential)),
	);
	return (slug: string, credential: FlowCredential) => makeOnce(credential)(slug);
}

/** Creates a function that leaves out the fields that the node fills itself. The paths are mostly the same for all items. */
function createFilledByNodeFilter() {
	const toPointer = (dottedPath: string) => formatPointer(parseDottedPath(dottedPath) ?? []);
	const exclude = memoize((fields: FormField[]) =>
		memoize((paths: string) => {
			const ids = (JSON.parse(paths) as string[]).map(toPointer);
			return fields.filter(({ id }) => !ids.includes(id));
		}),
	);
	return <Field extends FormField>(fields: Field[], pathsFilledByNode: string[]): Field[] =>
		exclude(fields)(JSON.stringify(pathsFilledByNode)) as Field[];
}
