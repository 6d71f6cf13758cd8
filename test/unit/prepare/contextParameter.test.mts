import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ReadValues } from '../../../nodes/StartFlow/context/contextMode';
import { selectContextMode } from '../../../nodes/StartFlow/prepare/contextParameter';
import type { JsonObject } from '../../../nodes/StartFlow/shared/json';
import { filledForm } from '../../../tools/n8n/parameters.mts';
import { holding } from '../credential/requests.mts';

describe('what identifies the source of a context', () => {
	const written = (parameters: object, mode: string) => {
		const contextMode = selectContextMode(mode, parameters as INodeParameters, () => []);
		return JSON.stringify(contextMode.listIdentifyingParameters());
	};

	const form = (value: IDataObject, example: JsonObject = { a: 1 }, isAutomatic = false) => ({
		contextMapping: isAutomatic
			? { ...filledForm(example, 'order-1', value), mappingMode: 'autoMapInputData' }
			: filledForm(example, 'order-1', value),
	});

	const fields = (id: string, value: string, name = 'a') => ({
		contextFields: { assignments: [{ id, name, type: 'string', value }] },
	});

	test.each<[string, string, object, object]>([
		['a refresh of the form', 'form', form({ '/a': 1 }), form({ '/a': 1 }, { a: 2 })],
		['the ids of custom fields', 'fields', fields('1', 'x'), fields('2', 'x')],
		['an empty field', 'form', form({}), form({ '/a': ' ' })],
		['the form of Map Automatically', 'form', form({}, {}, true), form({ '/a': 1 }, {}, true)],
		['a list without custom fields', 'fields', {}, { contextFields: { assignments: [] } }],
		['JSON that is not used', 'input', { contextJson: '{}' }, {}],
	])('is the same when %s changes', (_what, mode, one, other) => {
		expect(written(one, mode)).toBe(written(other, mode));
	});

	test.each<[string, string, object, object]>([
		['another value of the form', 'form', form({ '/a': 1 }), form({ '/a': 2 })],
		['another value of a custom field', 'fields', fields('1', 'x'), fields('1', 'y')],
		['other JSON', 'json', { contextJson: '{}' }, { contextJson: '{"a":1}' }],
		['a value in another field', 'form', form({ '/a': 1 }), form({ '/b': 1 }, { b: 1 })],
		['another name of a custom field', 'fields', fields('1', 'x'), fields('1', 'x', 'b')],
	])('differs with %s', (_what, mode, one, other) => {
		expect(written(one, mode)).not.toBe(written(other, mode));
	});
});

const assignments = ['a', 'b'].map((name) => ({ name, value: `=${name}` }));

// n8n can evaluate them as one expression then.
test.each<[string, object]>([
	['form', { contextMapping: filledForm({ a: '', b: '' }, 'order-1', { '/a': '=a', '/b': '=b' }) }],
	['fields', { contextFields: { assignments } }],
])('reads all values of an item at once: %s', (mode, parameters) => {
	const calls: unknown[] = [];
	const readValues: ReadValues = (fields) => {
		calls.push(fields.map(({ source }) => source));
		return fields.map((field) => ({ ...field, value: field.source }));
	};
	const contextMode = selectContextMode(mode, parameters as INodeParameters, readValues);
	const credential = holding();
	contextMode.read({ itemIndex: 0, item: {}, slug: 'order-1', credential, filledIds: [] });
	expect(calls.at(-1)).toEqual(['=a', '=b']);
});
