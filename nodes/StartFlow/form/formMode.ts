import type { INodeProperties } from 'n8n-workflow';

import type { CreateContextMode, MissingField } from '../context/contextMode';
import { formatPointer, parseDottedPath } from '../context/path';
import type { FlowCredential } from '../credential/flowCredential';
import { maskText } from '../shared/mask';
import { memoize } from '../shared/memoize';
import { mapAutomatically } from './automaticMapping';
import { listExampleFields, type FormField } from './formFields';
import {
	buildContextFromForm,
	isEmpty,
	listSavedSchema,
	parseSavedFields,
	requireFields,
	requireFormOfFlow,
	type SavedForm,
} from './savedForm';

const EMPTY_FORM = { mappingMode: 'defineBelow', value: null };

/**
 * The form, and two notices with its name. n8n drops the value of a parameter that it no longer shows, unless it shows
 * another one of the same name. A tool has no notices: the kept mapping may contain `$fromAI`, and n8n would ask the model for it.
 * If n8n changes this: the mapping is lost when somebody selects another Context, or a credential for which n8n empties Flow.
 * Test: test/editor/mapFields.mts
 */
export const formParameters: INodeProperties[] = [
	{
		displayName: 'Fields',
		name: 'contextMapping',
		type: 'resourceMapper',
		noDataExpression: true,
		default: EMPTY_FORM,
		typeOptions: {
			loadOptionsDependsOn: ['flow.value'],
			resourceMapper: {
				resourceMapperMethod: 'loadForm',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
				valuesLabel: 'Context Fields',
				hideNoDataError: true,
				allowEmptyValues: true,
			},
		},
		displayOptions: { show: { contextMode: ['form'] }, hide: { flow: [''] } },
	},
	{
		displayName: 'Choose a flow to see its fields',
		name: 'contextMapping',
		type: 'notice',
		default: EMPTY_FORM,
		displayOptions: { show: { contextMode: ['form'], flow: [''] }, hide: { '@tool': [true] } },
	},
	{
		displayName: 'Your mapping under Map Fields is kept, but not sent',
		name: 'contextMapping',
		type: 'notice',
		default: EMPTY_FORM,
		displayOptions: { hide: { contextMode: ['form'], '@tool': [true] } },
	},
];

/** The form is saved in the node. If the credential has an example, that serves to check the form, and for Map Automatically. */
export const createFormMode: CreateContextMode = ({ contextMapping: saved }, readValues) => {
	const form = (saved ?? {}) as SavedForm;
	const isAutomatic = form.mappingMode === 'autoMapInputData';
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const listExampleFieldsOnce = memoize(listExampleFields);

	function findExampleFields(slug: string, credential: FlowCredential) {
		const example = credential.examples.get(slug);
		return example && listExampleFieldsOnce(example);
	}

	/** Reads the values that were mapped by hand, by field id. */
	function readByHand(itemIndex: number): Record<string, unknown> {
		const fields = parseFieldsOnce();
		const sources = fields.map(({ source, name }) => ({ source, label: `The field "${name}"` }));
		const values = readValues(sources, itemIndex);
		return Object.fromEntries(fields.map(({ id }, index) => [id, values[index]]));
	}

	function mapByHand(itemIndex: number, mappable: readonly FormField[]) {
		const values = readByHand(itemIndex);
		const missingFields: MissingField[] = parseFieldsOnce()
			.filter((field) => field.isMapped && mappable.includes(field) && isEmpty(values[field.id]))
			.map(({ id, name }) => ({
				name,
				reason: values[id] === undefined ? 'undefined' : 'empty',
			}));
		return { values, missingFields };
	}

	/** Lists the fields of the form. @throws UserError if it has none, or if they are of another flow. */
	function requireUsableFields(slug: string, credential: FlowCredential): readonly FormField[] {
		const savedFields = parseFieldsOnce();
		const exampleFields = findExampleFields(slug, credential);
		const fields = (isAutomatic && exampleFields) || savedFields;
		requireFields(fields, exampleFields !== undefined);
		if (fields === savedFields) requireFormOfFlow(savedFields, slug, credential, exampleFields);
		return fields;
	}

	return {
		readMapped: ({ itemIndex, item, slug, credential }) =>
			isAutomatic
				? mapAutomatically(requireUsableFields(slug, credential), item).values
				: readByHand(itemIndex),
		getFormState({ slug, credential }, pathsFilledByNode) {
			if (isAutomatic) return undefined;
			const fields = parseFieldsOnce();
			// The example may have changed since the form was made.
			const exampleFields = findExampleFields(slug, credential) ?? fields;
			const listMissing = (of: readonly FormField[], among: ReadonlyArray<{ id: string }>) =>
				of
					.filter(({ id }) => !among.some((one) => one.id === id))
					.map(({ name }) => maskText(name, credential.accessToken));
			const mappable = dropFilledByNode(fields, pathsFilledByNode);
			return {
				fieldCount: mappable.length,
				mappedCount: mappable.filter(({ isMapped }) => isMapped).length,
				// A field that somebody has removed is not new.
				added: listMissing(exampleFields, listSavedSchema(form)),
				gone: listMissing(fields, exampleFields),
			};
		},
		readContext({ itemIndex, item, slug, credential }, pathsFilledByNode) {
			const fields = requireUsableFields(slug, credential);
			const mappable = dropFilledByNode(fields, pathsFilledByNode);
			const { values, missingFields } = isAutomatic
				? mapAutomatically(mappable, item)
				: mapByHand(itemIndex, mappable);
			return { context: buildContextFromForm(fields, values, mappable), missingFields };
		},
		// Without what a refresh changes in the form. Under Map Automatically, the item decides what is mapped.
		listIdentifyingParameters: () =>
			isAutomatic
				? [form.mappingMode]
				: parseFieldsOnce()
						.filter(({ isMapped }) => isMapped)
						.map(({ id, source }) => [id, source]),
	};
};

/** @param paths Dotted paths in the context that the node fills itself. */
function dropFilledByNode<Field extends FormField>(
	fields: readonly Field[],
	paths: readonly string[],
): Field[] {
	const filledIds = paths.map((path) => formatPointer(parseDottedPath(path) ?? []));
	return fields.filter(({ id }) => !filledIds.includes(id));
}
