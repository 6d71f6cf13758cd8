import type { INodeProperties } from 'n8n-workflow';

import { optionsParameter, parseOptions } from '../../nodes/StartFlow/options';
import type { JsonObject } from '../../nodes/StartFlow/shared/json';
import { refusalOf } from './refusal.mts';

const ALL = optionsParameter.options as INodeProperties[];

const parse = (values: object): Record<string, unknown> => parseOptions(values as JsonObject);

test('an option that was not added has its default, and a switch is off', () => {
	const defaults = ALL.map((one) => [one.name, one.type === 'boolean' ? false : one.default]);
	expect(parse({})).toEqual(Object.fromEntries(defaults));
});

describe.each(ALL.filter(({ type }) => type === 'boolean'))('the switch $displayName', (option) => {
	const { name, displayName } = option;

	test.each([true, false])('accepts the value or its text: %p', (value) => {
		expect(parse({ [name]: value })[name]).toBe(value);
		expect(parse({ [name]: String(value) })[name]).toBe(value);
	});

	test.each(['', 'TRUE', 'no', 0, 1, null, undefined, [], ['true'], {}])('refuses %p', (value) => {
		const { message } = refusalOf(() => parse({ [name]: value }));
		expect(message).toMatch(new RegExp(`^The option ${displayName} is .* true or false$`));
	});
});

describe.each(ALL.filter(({ type }) => type === 'number'))('the number $displayName', (option) => {
	const { name, displayName, typeOptions } = option;
	const least = typeOptions?.minValue ?? NaN;

	test.each([least, least + 0.5, 20])('accepts the value or its text: %p', (number) => {
		expect(parse({ [name]: number })[name]).toBe(number);
		expect(parse({ [name]: ` ${number} ` })[name]).toBe(number);
	});

	test.each<[unknown, string]>([
		[least - 1, `the number ${least - 1}`],
		[Infinity, 'the number Infinity'],
		['NaN', '"NaN"'],
		['1,5', '"1,5"'],
		['x'.repeat(500), `"${'x'.repeat(29)}…"`],
		[' ', 'empty text'],
		[null, 'empty (null)'],
		[[20], 'a list'],
		[true, 'the boolean true'],
	])('refuses %p', (value, found) => {
		const { message } = refusalOf(() => parse({ [name]: value }));
		const expected = `a number of ${least} or more`;
		expect(message).toBe(`The option ${displayName} is ${found}, but has to be ${expected}`);
	});
});

test.each<[string, unknown[], unknown[]]>([
	['responseFormat', ['auto', 'file', 'json', 'text'], ['Auto', 'xml', '', null, 1]],
	['idempotencyKeyField', ['', ' a.b '], [5, null, {}, true]],
])('accepts for %s only its valid values', (name, right, wrong) => {
	for (const value of right) expect(parse({ [name]: value })[name]).toBe(value);
	for (const value of wrong)
		expect(() => parse({ [name]: value })).toThrow(/^The option .* has to/);
});
