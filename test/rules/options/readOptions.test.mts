import fc from 'fast-check';

import { options } from '../../../nodes/TriggerFlow/parameters/options';
import { readOptions, type FormOption } from '../../../nodes/TriggerFlow/rules/options/readOptions';
import { refusalOf } from '../errors/refusal.mts';

const FORM = options.options as FormOption[];

const read = (given: Record<string, unknown>) => readOptions(FORM, given);

const named = (type: string) => FORM.filter((option) => option.type === type);

test('what was not added has the default that the form shows', () => {
	expect(read({})).toEqual(Object.fromEntries(FORM.map((option) => [option.name, option.default])));
});

test.each([[null], ['abc'], [[]]])('options that are %p as a whole are refused', (given) => {
	const refused = refusalOf(() => readOptions(FORM, given));
	expect(refused.message).toMatch(/^The options are .*, but have to be an object$/);
	expect(refused.description).toMatch(/add the options one by one/);
});

test('the form has options of the types that are read, and of no other', () => {
	expect(new Set(FORM.map(({ type }) => type))).toEqual(
		new Set(['boolean', 'number', 'options', 'string']),
	);
});

describe.each(named('boolean'))('the switch $displayName', (option) => {
	const { name, displayName } = option;

	test.each([
		[true, true],
		['true', true],
		[false, false],
		['false', false],
		[undefined, option.default],
		[null, option.default],
	])('%p is %p', (given, expected) => {
		expect(read({ [name]: given })[name]).toBe(expected);
	});

	test('anything else is refused by its name', () => {
		const other = fc.anything().filter((value) => {
			const isNothing = value === undefined || value === null;
			return !isNothing && ![true, false, 'true', 'false'].includes(value as never);
		});
		fc.assert(
			fc.property(
				fc.oneof(other, fc.constantFrom<unknown>('', 'TRUE', 'no', 0, 1, [])),
				(given) => {
					expect(() => read({ [name]: given })).toThrow(`The option ${displayName} is `);
					expect(() => read({ [name]: given })).toThrow('has to be true or false');
				},
			),
		);
	});
});

describe.each(named('number'))('the number $displayName', ({ name, displayName, typeOptions }) => {
	const least = typeOptions?.minValue ?? NaN;

	test('itself and its text are the same', () => {
		fc.assert(
			fc.property(fc.double({ min: least, max: 1e9, noNaN: true }), (number) => {
				expect(read({ [name]: number })[name]).toBe(number);
				expect(read({ [name]: ` ${number} ` })[name]).toBe(Number(String(number)));
			}),
		);
	});

	test.each<[unknown, string]>([
		[least - 1, `the number ${least - 1}`],
		[String(least - 1), `the text "${least - 1}"`],
		[NaN, 'the number NaN'],
		[Infinity, 'the number Infinity'],
		['Infinity', 'the text "Infinity"'],
		['many', 'the text "many"'],
		['1,5', 'the text "1,5"'],
		['', 'an empty text'],
		[' ', 'an empty text'],
		[undefined, 'empty (undefined)'],
		[null, 'empty (null)'],
		[true, 'the boolean true'],
		[[5], 'a list'],
	])('%p is refused by its name', (given, found) => {
		expect(() => read({ [name]: given })).toThrow(
			`The option ${displayName} is ${found}, but has to be a number of ${least} or more`,
		);
	});
});

test('a choice takes its own values, and no other', () => {
	for (const responseFormat of ['auto', 'file', 'json', 'text']) {
		expect(read({ responseFormat })).toMatchObject({ responseFormat });
	}
	for (const responseFormat of ['Auto', 'xml', '', null, undefined, 1]) {
		expect(() => read({ responseFormat })).toThrow(
			/^The option Response Format is .*, but has to be one of auto, file, json, text$/,
		);
	}
});

test.each(named('string'))('the text $displayName takes a text', ({ name, displayName }) => {
	expect(read({ [name]: ' a.b ' })[name]).toBe(' a.b ');
	expect(read({ [name]: '' })[name]).toBe('');
	for (const given of [5, null, undefined, {}, true]) {
		expect(() => read({ [name]: given })).toThrow(
			new RegExp(`^The option ${displayName} is .*, but has to be a text$`),
		);
	}
});

test('a long text is shown cut', () => {
	expect(() => read({ timeout: 'x'.repeat(500) })).toThrow(/"x{39}…"/);
});

test('a refusal says what to do', () => {
	expect(refusalOf(() => read({ timeout: 'many' })).description).toMatch(
		/^Correct the option, or remove it/,
	);
});

test('a number without a bound takes each, and a choice without values none', () => {
	const form = [
		{ displayName: 'Number', name: 'number', type: 'number' },
		{ displayName: 'Choice', name: 'choice', type: 'options', default: 'a' },
	];
	expect(readOptions(form, { number: -1e300 })).toEqual({ number: -1e300, choice: 'a' });
	const bounded = [{ ...form[0], typeOptions: {} } as FormOption];
	expect(readOptions(bounded, { number: -1 })).toEqual({ number: -1 });
	for (const choice of ['a', '', undefined]) {
		expect(() => readOptions(form, { number: 1, choice })).toThrow('The option Choice is');
	}
});
