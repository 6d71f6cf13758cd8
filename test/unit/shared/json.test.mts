import { runInNewContext } from 'node:vm';

import { describeValue, isJsonObject } from '../../../nodes/TriggerFlow/shared/json';

class Point {
	x = 1;
}

test.each([
	[null, 'empty (null)', false],
	[undefined, 'empty (undefined)', false],
	[runInNewContext('[1]'), 'a list', false],
	[' \n', 'empty text', false],
	['x', '"x"', false],
	[NaN, 'the number NaN', false],
	[12n, 'the number 12', false],
	[false, 'the boolean false', false],
	[() => 1, 'a Function', false],
	[Symbol('x'), 'a Symbol', false],
	[Object.create(null), 'an object', true],
	[new Point(), 'an object', true],
	[runInNewContext('({ a: 1 })'), 'an object', true],
	[{ toJSON: 1 }, 'an object', true],
	[{ toJSON: () => 1 }, 'a Object', false],
	[runInNewContext('new Date(0)'), 'a Date', false],
	[new Map(), 'a Map', false],
])('calls %p %s, and a JSON object: %p', (value, words, isObject) => {
	expect(describeValue(value)).toBe(words);
	expect(isJsonObject(value)).toBe(isObject);
});
