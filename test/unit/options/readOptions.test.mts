import { options } from '../../../nodes/TriggerFlow/options/description';
import { readOptions, type FormOption } from '../../../nodes/TriggerFlow/options/readOptions';
import { refusalOf } from '../errors/refusal.mts';

const FORM = options.options as FormOption[];

const read = (given: unknown) => readOptions(FORM, given) as unknown as Record<string, unknown>;

test('what was not added has the default of the public interface', () => {
	expect(read({})).toEqual({
		concurrency: 500,
		fullResponse: false,
		idempotencyKeyField: '',
		includeInput: false,
		maxRetries: 3,
		protectProduction: false,
		responseFormat: 'auto',
		retryUnknown: false,
		timeout: 300_000,
	});
});

test('what is no option is left out', () => {
	expect(read({ responseField: 'a', timeout: 5 })).toEqual({ ...read({}), timeout: 5 });
});

describe.each(FORM.filter(({ type }) => type === 'boolean'))(
	'the switch $displayName',
	(option) => {
		const { name, displayName } = option;

		test.each([
			[true, true],
			['true', true],
			[false, false],
			['false', false],
		])('takes the value or its text: %p is %p', (given, expected) => {
			expect(read({ [name]: given })[name]).toBe(expected);
		});

		test.each(['', 'TRUE', 'no', 0, 1, null, undefined, [], {}])('refuses %p', (given) => {
			const { message } = refusalOf(() => read({ [name]: given }));
			expect(message).toMatch(new RegExp(`^The option ${displayName} is .* true or false$`));
		});
	},
);

describe.each(FORM.filter(({ type }) => type === 'number'))('the number $displayName', (option) => {
	const { name, displayName, typeOptions } = option;
	const least = typeOptions?.minValue ?? NaN;

	test.each([least, least + 0.5, 1e9])('takes the value or its text: %p', (number) => {
		expect(read({ [name]: number })[name]).toBe(number);
		expect(read({ [name]: ` ${number} ` })[name]).toBe(number);
	});

	test.each<[unknown, string]>([
		[least - 1, `the number ${least - 1}`],
		[String(least - 1), `the text "${least - 1}"`],
		[Infinity, 'the number Infinity'],
		['NaN', 'the text "NaN"'],
		['1,5', 'the text "1,5"'],
		['x'.repeat(500), `the text "${'x'.repeat(39)}…"`],
		[' ', 'empty text'],
		[null, 'empty (null)'],
		[true, 'the boolean true'],
		[[5], 'a list'],
	])('refuses %p', (given, found) => {
		const { message, description } = refusalOf(() => read({ [name]: given }));
		const expected = `a number of ${least} or more`;
		expect(message).toBe(`The option ${displayName} is ${found}, but has to be ${expected}`);
		expect(description).toMatch(/^Correct the option, or remove it/);
	});
});

test('Response Format takes its own values, and no other', () => {
	for (const responseFormat of ['auto', 'file', 'json', 'text']) {
		expect(read({ responseFormat })).toMatchObject({ responseFormat });
	}
	for (const responseFormat of ['Auto', 'xml', '', null, 1]) {
		expect(() => read({ responseFormat })).toThrow(
			/^The option Response Format is .* one of auto, /,
		);
	}
});

test('Idempotency Key Field takes text, and nothing else', () => {
	expect(read({ idempotencyKeyField: ' a.b ' })).toMatchObject({ idempotencyKeyField: ' a.b ' });
	for (const idempotencyKeyField of [5, null, {}, true]) {
		expect(() => read({ idempotencyKeyField })).toThrow(
			/^The option Idempotency Key Field is .* has to be text$/,
		);
	}
});

test.each([null, 'abc', [[]]])('options that are %p as a whole are refused', (given) => {
	expect(refusalOf(() => read(given)).message).toMatch(/^The options are .* have to be an object$/);
});
