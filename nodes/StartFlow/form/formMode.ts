import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import type { ReadValues } from '../context/contextMode';
import type { MissingField } from '../context/missingField';
import { formatPointer, parseFieldName } from '../context/path';
import { maskText } from '../shared/mask';
import { memoize } from '../shared/memoize';
import { mapAutomatically } from './automaticMapping';
import { listExampleFields, type FormField } from './formFields';
import type { Flow, FormMode } from './formState';
import {
	buildContextFromForm,
	isEmpty,
	parseSavedForm,
	requireFieldForEachValue,
	requireFields,
	requireFormOfFlow,
	requireWholePaths,
	type SavedField,
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
		displayName: 'Choose a flow to see its fields. What you mapped is kept',
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
export function createFormMode(
	{ contextMapping }: INodeParameters,
	readValues: ReadValues,
): FormMode {
	const form = parseSavedForm(contextMapping);
	const listExampleFieldsOnce = memoize(listExampleFields);

	function findExampleFields({ slug, credential }: Flow): readonly FormField[] | undefined {
		const example = credential.examples.get(slug);
		return example && listExampleFieldsOnce(example);
	}

	/** Returns the fields of the chosen flow. @throws UserError if the form does not belong to it, or has none. */
	function prepareFields(flow: Flow, filledIds: string[]): readonly SavedField[] {
		const exampleFields = findExampleFields(flow);
		const fields = (form.isAutomatic && exampleFields) || form.fields;
		requireFields(fields, exampleFields);
		requireFieldForEachValue(form);
		requireFormOfFlow(fields, flow, exampleFields);
		requireWholePaths(exampleFields ?? fields, filledIds);
		return fields;
	}

	/** Reads what somebody mapped to the fields, and lists which of the mappable ones gave nothing. */
	function readMapped(fields: readonly SavedField[], mappable: SavedField[], itemIndex: number) {
		const sources = fields.map(({ source, name }) => ({ source, label: `The field "${name}"` }));
		const valueList = readValues(sources, itemIndex);
		const values = Object.fromEntries(fields.map(({ id }, index) => [id, valueList[index]]));
		const missingFields = mappable
			.filter(({ id, isMapped }) => isMapped && isEmpty(values[id]))
			.map(({ id, name }): MissingField => {
				return { name, reason: values[id] === undefined ? 'undefined' : 'empty' };
			});
		return { values, missingFields };
	}

	return {
		read({ itemIndex, item, slug, credential }, filledPaths) {
			const filledIds = filledPaths.map(toPointer);
			const fields = prepareFields({ slug, credential }, filledIds);
			const mappable = dropFilledByNode(fields, filledIds);
			const { values, missingFields } = form.isAutomatic
				? mapAutomatically(mappable, item)
				: readMapped(fields, mappable, itemIndex);
			const build = () => buildContextFromForm(fields, values, mappable);
			return { values, missingFields, build };
		},
		getFormState(flow, filledPaths) {
			// The example may have changed since the form was made.
			const exampleFields = findExampleFields(flow) ?? form.fields;
			const exampleIds = new Set(exampleFields.map(({ id }) => id));
			const mappable = dropFilledByNode(form.fields, filledPaths.map(toPointer));
			const listNames = (fields: readonly FormField[]) =>
				fields.map(({ name }) => maskText(name, flow.credential.accessToken));
			return {
				isAutomatic: form.isAutomatic,
				fieldCount: mappable.length,
				mappedCount: mappable.filter(({ isMapped }) => isMapped).length,
				// A field that somebody has removed is not new.
				added: listNames(exampleFields.filter(({ id }) => !form.ids.has(id))),
				gone: listNames(form.fields.filter(({ id }) => !exampleIds.has(id))),
			};
		},
		// Without what a refresh changes in the form. Under Map Automatically, the item decides what is mapped.
		listIdentifyingParameters: () =>
			form.fields.filter(({ isMapped }) => isMapped).map(({ id, source }) => [id, source]),
	};
}

/** @param filledIds Of the fields that the node fills itself. */
function dropFilledByNode(fields: readonly SavedField[], filledIds: string[]): SavedField[] {
	return fields.filter(({ id }) => !filledIds.includes(id));
}

function toPointer(path: string): string {
	return formatPointer(parseFieldName(path) ?? []);
}
