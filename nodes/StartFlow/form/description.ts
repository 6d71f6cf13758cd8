import type { INodeProperties } from 'n8n-workflow';

const EMPTY_FORM = { mappingMode: 'defineBelow', value: null };

/**
 * The form, and two notices with its name. n8n drops the value of a parameter that it no longer shows, unless it shows
 * another one of the same name. A tool has no notices: the kept mapping may contain `$fromAI`, and n8n would ask the model for it.
 * If n8n changes this: the mapping is lost when somebody selects another Context, or a credential for which n8n empties Flow.
 * Test: test/editor/mapFields.mts
 */
export const contextMapping: INodeProperties[] = [
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
