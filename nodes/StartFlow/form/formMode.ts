import type { INodeProperties } from 'n8n-workflow';

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
	listSavedSchema,
	parseSavedFields,
	requireFieldForEachValue,
	requireFields,
	requireFormOfFlow,
	requireWholePaths,
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
		// Under `show`, a condition on `flow` is also met if Flow is an expression.
		displayOptions: {
			show: { contextMode: ['form'] },
			hide: { flow: [{ _cnd: { not: '' } }], '@tool': [true] },
		},
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
	return isAutomatic ? createAutomaticMode(form) : createManualMode(form, readValues);
};

function createAutomaticMode(form: SavedForm): ContextMode {
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const findExampleFields = createExampleFinder();

	return {
		read({ item, slug, credential }, filledPaths) {
			const exampleFields = findExampleFields(slug, credential);
			const fields: readonly FormField[] = exampleFields ?? parseFieldsOnce();
			requireFields(fields, exampleFields !== undefined);
			if (exampleFields === undefined) requireFormOfFlow(parseFieldsOnce(), slug, credential);
			const filledIds = filledPaths.map(toPointer);
			requireWholePaths(fields, filledIds);
			const mappable = dropFilledByNode(fields, filledIds);
			const { values, missingFields } = mapAutomatically(mappable, item);
			const build = () => buildContextFromForm(fields, values, mappable);
			return { values, missingFields, build };
		},
		// The item decides what is mapped.
		listIdentifyingParameters: () => [],
	};
}

function createManualMode(form: SavedForm, readValues: ReadValues): ContextMode {
	const parseFieldsOnce = memoize(() => parseSavedFields(form));
	const requireFieldForEachValueOnce = memoize(() => requireFieldForEachValue(form));
	const findExampleFields = createExampleFinder();

	return {
		read({ itemIndex, slug, credential }, filledPaths) {
			const fields = parseFieldsOnce();
			const exampleFields = findExampleFields(slug, credential);
			requireFields(fields, exampleFields !== undefined);
			requireFieldForEachValueOnce();
			requireFormOfFlow(fields, slug, credential, exampleFields);
			const filledIds = filledPaths.map(toPointer);
			requireWholePaths(exampleFields ?? fields, filledIds);
			const mappable = dropFilledByNode(fields, filledIds);
			const sources = fields.map(({ source, name }) => ({ source, label: `The field "${name}"` }));
			const valueList = readValues(sources, itemIndex);
			const values = Object.fromEntries(fields.map(({ id }, index) => [id, valueList[index]]));
			const missingFields: MissingField[] = mappable
				.filter(({ id, isMapped }) => isMapped && isEmpty(values[id]))
				.map(({ id, name }) => ({
					name,
					reason: values[id] === undefined ? 'undefined' : 'empty',
				}));
			const build = () => buildContextFromForm(fields, values, mappable);
			return { values, missingFields, build };
		},
		getFormState({ slug, credential }, filledPaths) {
			const fields = parseFieldsOnce();
			// The example may have changed since the form was made.
			const exampleFields = findExampleFields(slug, credential) ?? fields;
			const listMissing = (wanted: readonly FormField[], others: ReadonlyArray<{ id: string }>) =>
				wanted
					.filter(({ id }) => !others.some((other) => other.id === id))
					.map(({ name }) => maskText(name, credential.accessToken));
			const mappable = dropFilledByNode(fields, filledPaths.map(toPointer));
			return {
				fieldCount: mappable.length,
				mappedCount: mappable.filter(({ isMapped }) => isMapped).length,
				// A field that somebody has removed is not new.
				added: listMissing(exampleFields, listSavedSchema(form)),
				gone: listMissing(fields, exampleFields),
			};
		},
		// Without what a refresh changes in the form.
		listIdentifyingParameters: () =>
			parseFieldsOnce()
				.filter(({ isMapped }) => isMapped)
				.map(({ id, source }) => [id, source]),
	};
}

function createExampleFinder() {
	const listExampleFieldsOnce = memoize(listExampleFields);
	return (slug: string, { examples }: FlowCredential) => {
		const example = examples.get(slug);
		return example && listExampleFieldsOnce(example);
	};
}

/** @param filledIds Of the fields that the node fills itself. */
function dropFilledByNode<Field extends FormField>(
	fields: readonly Field[],
	filledIds: readonly string[],
): Field[] {
	return fields.filter(({ id }) => !filledIds.includes(id));
}

function toPointer(dottedPath: string): string {
	return formatPointer(parseDottedPath(dottedPath) ?? []);
}
