import type {
	ContextMode,
	CreateContextMode,
	MissingField,
	ReadValues,
} from '../context/contextMode';
import { formatPointer, parseDottedPath } from '../context/path';
import type { FlowCredential } from '../credential/flowCredential';
import { maskText } from '../shared/mask';
import { memoize } from '../shared/memoize';
import { mapAutomatically } from './automaticMapping';
import { listExampleFields, type FormField } from './formFields';
import {
	buildContextFromForm,
	isEmpty,
	parseSavedFields,
	requireFields,
	requireFormOfFlow,
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
	const findExampleFields = createExampleFinder();
	const readMapped = (itemIndex: number) => {
		const sources = parseFieldsOnce().map(({ source, name }) => ({
			source,
			label: `The field "${name}"`,
		}));
		return readValues(sources, itemIndex);
	};
	return {
		readMapped,
		getFormState(slug, credential) {
			const fields = parseFieldsOnce();
			// The example may have changed since the form was made.
			const exampleFields = findExampleFields(slug, credential) ?? fields;
			const listMissing = (of: readonly FormField[], among: readonly FormField[]) =>
				of
					.filter(({ id }) => !among.some((one) => one.id === id))
					.map(({ name }) => maskText(name, credential.accessToken));
			return {
				fieldCount: fields.length,
				mappedCount: fields.filter(({ isMapped }) => isMapped).length,
				added: listMissing(exampleFields, fields),
				gone: listMissing(fields, exampleFields),
			};
		},
		readContext({ itemIndex, slug, credential, pathsFilledByNode }) {
			const fields = parseFieldsOnce();
			const exampleFields = findExampleFields(slug, credential);
			requireFields(fields, exampleFields !== undefined);
			requireFormOfFlow(fields, slug, credential, exampleFields);
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
		// Without what a refresh changes in the form.
		listIdentifyingParameters: () =>
			parseFieldsOnce()
				.filter(({ isMapped }) => isMapped)
				.map(({ id, source }) => [id, source]),
	};
}

/** The example decides which fields there are. If the credential lacks it, the fields that n8n saved are used. */
function createAutomaticMode(form: SavedForm): ContextMode {
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const findExampleFields = createExampleFinder();
	return {
		readMapped: (_itemIndex, item) => item,
		readContext({ item, slug, credential, pathsFilledByNode }) {
			const exampleFields = findExampleFields(slug, credential);
			const savedFields = parseFieldsOnce();
			const fields: readonly FormField[] = exampleFields ?? savedFields;
			requireFields(fields, exampleFields !== undefined);
			if (exampleFields === undefined) requireFormOfFlow(savedFields, slug, credential, undefined);
			const mappable = excludeFilledByNode(fields, pathsFilledByNode);
			const { values, missingFields } = mapAutomatically(mappable, item);
			return { context: buildContextFromForm(fields, values, mappable), missingFields };
		},
		// The item decides what is mapped.
		listIdentifyingParameters: () => [form.mappingMode],
	};
}

/** Creates a function that finds the fields of a flow's example, if the credential contains it. */
function createExampleFinder() {
	const listFieldsOnce = memoize(listExampleFields);
	return (slug: string, credential: FlowCredential) => {
		const example = credential.examples.get(slug);
		return example && listFieldsOnce(example);
	};
}

function excludeFilledByNode<Field extends FormField>(
	fields: readonly Field[],
	pathsFilledByNode: string[],
): Field[] {
	const ids = pathsFilledByNode.map((path) => formatPointer(parseDottedPath(path) ?? []));
	return fields.filter(({ id }) => !ids.includes(id));
}
