import { runInNewContext } from 'node:vm';

import {
	describeValue,
	hasToJson,
	isJsonObject,
} from '../../../nodes/TriggerFlow/rules/context/json';

describe('describeValue', () => {
	test.each([
		[null, 'empty (null)'],
		[undefined, 'empty (undefined)'],
		[[], 'a list'],
		[[1], 'a list'],
		['', 'an empty text'],
		[' \n', 'an empty text'],
		['x', 'a text'],
		[5, 'the number 5'],
		[0, 'the number 0'],
		[NaN, 'the number NaN'],
		[-Infinity, 'the number -Infinity'],
		[12n, 'the number 12'],
		[true, 'the boolean true'],
		[false, 'the boolean false'],
		[() => 1, 'a function'],
		[{}, 'an object'],
		[Object.create(null, { a: { value: 1, enumerable: true } }), 'an object'],
		[new Date(0), 'a Date'],
		[new Map(), 'a Map'],
		[new Set(), 'a Set'],
		[/x/, 'a RegExp'],
		[Symbol('x'), 'a Symbol'],
		[Object.assign(Object.create(null), { toJSON: () => 1 }), 'a Object'],
	])('%p is called %j', (value, words) => {
		expect(describeValue(value)).toBe(words);
	});
});

describe('hasToJson', () => {
	test.each([
		['a date', new Date(0), true],
		['an object with a method toJSON', { toJSON: () => 1 }, true],
		['an object that inherits a method toJSON', Object.create({ toJSON: () => 1 }), true],
		['an object with a text named toJSON', { toJSON: 'text' }, false],
		['an empty object', {}, false],
		['a list', [], false],
		['a Map', new Map(), false],
	])('%s: %p -> %s', (_what, value, expected) => {
		expect(hasToJson(value)).toBe(expected);
	});
});

describe('isJsonObject', () => {
	class Point {
		x = 1;
	}

	test.each([
		['{}', {}],
		['an object with fields', { a: 1 }],
		['an object without a prototype', Object.create(null)],
		['an instance of a class', new Point()],
		['an object of another realm', runInNewContext('({ a: 1 })')],
		['an object with a field named toJSON', JSON.parse('{"toJSON":1}')],
	])('%s is one', (_what, value) => {
		expect(isJsonObject(value)).toBe(true);
	});

	test.each([
		['undefined', undefined],
		['null', null],
		['a text', 'x'],
		['a number', 5],
		['a function', () => ({})],
		['an array', []],
		['an array of another realm', runInNewContext('[1]')],
		['a Date', new Date(0)],
		['a Date of another realm', runInNewContext('new Date(0)')],
		['an object that JSON writes as something else', { toJSON: () => 1 }],
		['a Map', new Map()],
		['a Set', new Set()],
		['a Map of another realm', runInNewContext('new Map()')],
		['a RegExp', /x/],
		['an Error', new Error('x')],
		['a Promise', Promise.resolve()],
		['a typed array', new Uint8Array(1)],
		['a boxed number', Object(1)],
	])('%s is not one', (_what, value) => {
		expect(isJsonObject(value)).toBe(false);
	});
});
