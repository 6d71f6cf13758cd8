import type { INodeParameters } from 'n8n-workflow';

import { createAutomaticMapper } from '../../../nodes/StartFlow/form/automaticMapping';
import { getContextMode } from '../../../nodes/StartFlow/prepare/contextModes';
import { automaticForm, filledForm } from '../../parameters.mts';
import { CREDENTIAL } from '../send/modelService.mts';

describe('what identifies the source of a context', () => {
	const written = (parameters: object, mode: string) =>
		JSON.stringify(
			getContextMode(mode)(parameters as INodeParameters, () => []).identifyingParameters,
		);

	const form = (value: object | null, more: object = {}, mappingMode = 'defineBelow') => ({
		contextMapping: {
			mappingMode,
			value,
			schema: [{ id: '/a', displayName: 'a (e.g. 1)', display: true, removed: false, ...more }],
		},
	});

	const AUTO = 'autoMapInputData';

	const fields = (id: string, value: string) => ({
		contextFields: { assignments: [{ id, name: 'a', type: 'string', value }] },
	});

	test.each<[string, string, object, object]>([
		['a refresh of the form', 'form', form({ '/a': 1 }), form({ '/a': 1 }, { displayName: 'a' })],
		['the ids of custom fields', 'fields', fields('1', 'x'), fields('2', 'x')],
		['an empty field', 'form', form(null), form({ '/a': ' ' }, { removed: true })],
		['the form of Map Automatically', 'form', form({}, {}, AUTO), form({ '/a': 1 }, {}, AUTO)],
		['a list without custom fields', 'fields', {}, { contextFields: { assignments: [] } }],
		['JSON that is not used', 'input', { contextJson: '{}' }, {}],
		['a form that is not used', 'json', { contextJson: '{}', ...form({}) }, { contextJson: '{}' }],
	])('is the same when %s changes', (_what, mode, one, other) => {
		expect(written(one, mode)).toBe(written(other, mode));
	});

	test.each<[string, string, object, object]>([
		['another value of the form', 'form', form({ '/a': 1 }), form({ '/a': 2 })],
		['a removed field', 'form', form({ '/a': 1 }), form({ '/a': 1 }, { removed: true })],
		['another value of a custom field', 'fields', fields('1', 'x'), fields('1', 'y')],
		['other JSON', 'json', { contextJson: '{}' }, { contextJson: '{"a":1}' }],
	])('differs with %s', (_what, mode, one, other) => {
		expect(written(one, mode)).not.toBe(written(other, mode));
	});
});

describe('a form that is read for many items', () => {
	const example = { a: 'x' };
	const value = { '/a': '={{ $json.a }}' };

	test.each([
		['filled by hand', filledForm(example, 'order-1', value)],
		['under Map Automatically', automaticForm(example, 'order-1')],
	])('is checked once for each flow: %s', (_how, contextMapping) => {
		const { readContext } = getContextMode('form')({ contextMapping }, () => ['y']);
		let searches = 0;
		const credential = {
			...CREDENTIAL,
			get examples() {
				searches++;
				return new Map([['another', example]]);
			},
		};
		const countSearches = (slug: string) => {
			const before = searches;
			readContext({ itemIndex: 0, item: { a: 'y' }, slug, credential, pathsFilledByNode: [] });
			return searches - before;
		};
		const counts = ['order-1', 'order-1', 'live', 'order-1', 'live'].map(countSearches);
		expect(counts).toEqual([1, 0, 2, 0, 0]);
	});

	test('reads its fields once to map items automatically', () => {
		const path = ['a', 'b'];
		const readPath = jest.spyOn(path, 'slice');
		const map = createAutomaticMapper([{ id: '/a/b', path, name: 'a.b', type: 'string' }]);
		map({ a: { b: 1 } });
		map({ b: 2 });
		expect(readPath).toHaveBeenCalledTimes(2);
	});
});
