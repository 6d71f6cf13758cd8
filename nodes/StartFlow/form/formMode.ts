import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import type { ContextInput, ContextMode, Flow, ReadValues } from '../context/contextMode';
import { type Masked, maskText } from '../shared/mask';
import { memoize } from '../shared/memoize';
import { mapAutomatically } from './automaticMapping';
import { listExampleFields, type FormField } from './formFields';
import {
	buildContextFromForm,
	isEmpty,
	type FieldWithValue,
	parseSavedForm,
	requireFieldForEachValue,
	requireFields,
	requireFormOfFlow,
	requireWholePaths,
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

export interface FormMode extends ContextMode {
	getFormState: (input: ContextInput) => FormState;
}

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

	function readMapped(fields: typeof form.fields, itemIndex: number): FieldWithValue[] {
		return readValues(fields, itemIndex).map((field) => {
			if (!field.isMapped || !isEmpty(field.value)) return field;
			const missing = field.value === undefined ? 'undefined' : 'empty';
			return { ...field, value: undefined, missing };
		});
	}

	return {
		read(input) {
			const exampleFields = findExampleFields(input);
			const fields = form.isAutomatic ? (exampleFields ?? form.fields) : form.fields;
			requireWholePaths(exampleFields ?? form.fields, input.filledIds);
			requireFields(fields, exampleFields?.length === 0);
			requireFieldForEachValue(form);
			requireFormOfFlow(fields, input, exampleFields);
			const isMappable = ({ id }: FormField) => !input.filledIds.includes(id);
			const mapped = form.isAutomatic
				? mapAutomatically(fields.filter(isMappable), input.item)
				: readMapped(form.fields.filter(isMappable), input.itemIndex);
			const missingFields = mapped.flatMap(({ name, missing }) =>
				missing ? [{ name, reason: missing }] : [],
			);
			const labelSource = mapped.map(({ value }) => value);
			return { labelSource, missingFields, build: () => buildContextFromForm(mapped) };
		},
		getFormState(input) {
			// The example may have changed since the form was made.
			const exampleFields = findExampleFields(input) ?? form.fields;
			const exampleIds = new Set(exampleFields.map(({ id }) => id));
			const mappable = form.fields.filter(({ id }) => !input.filledIds.includes(id));
			const listNames = (fields: readonly FormField[]) =>
				fields.map(({ name }) => maskText(name, input.credential.accessToken));
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

/** How the form in the node compares with the example of the flow. */
export interface FormState {
	/** Under Map Automatically, each item decides which fields are mapped. */
	isAutomatic: boolean;
	/** Without the fields that the node fills itself. */
	fieldCount: number;
	mappedCount: number;
	/** The names of fields that only the example has. Empty if the credential has no example. */
	added: Masked[];
	/** The names of fields that only the form has. */
	gone: Masked[];
}

export function isOutOfDate({ added, gone }: FormState): boolean {
	return added.length + gone.length > 0;
}

/** n8n has no menu beside the form of Map Automatically. */
export function adviseRefresh({ isAutomatic }: FormState): string {
	return isAutomatic
		? 'choose Map Each Column Manually, then ⋮ → Refresh Field List, and go back'
		: 'choose ⋮ → Refresh Field List';
}
