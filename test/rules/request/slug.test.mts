import fc from 'fast-check';

import { readSlug } from '../../../nodes/TriggerFlow/rules/request/slug';
import { anyText } from '../anyText.mts';
import { refusalOf } from '../errors/refusal.mts';

test('a text is used exactly as it is written', () => {
	const slugs = anyText({ minLength: 1 }).filter((slug) => slug.trim() === slug);
	fc.assert(fc.property(slugs, (slug) => expect(readSlug(slug)).toBe(slug)));
});

test.each([
	[0, '0'],
	[42, '42'],
	[1e21, '1e+21'],
])('the number %j is the text of its digits', (given, slug) => {
	expect(readSlug(given)).toBe(slug);
});

test.each(['', ' ', '\t\n', '\ufeff', ' \n\u00a0\u3000', undefined, null])(
	'%j is refused as empty',
	(given) => {
		const { message, description } = refusalOf(() => readSlug(given));
		expect(message).toBe('The slug is empty, so there is no flow to start');
		expect(description).toMatch(/Start Event.*expression.*has a value/);
	},
);

test.each([
	['the number NaN', NaN],
	['the boolean true', true],
	['an object', { slug: 'echo-1' }],
	['a list', ['echo-1']],
])('%s is refused as no text', (words, given) => {
	const { message, description } = refusalOf(() => readSlug(given));
	expect(message).toBe(`The slug is ${words}, but it has to be a text`);
	expect(description).toMatch(/Start Event.*expression.*what it gives/);
});

test.each(['echo-1 ', ' echo-1', 'echo-1\n', '\u00a0echo-1'])(
	'%j is refused for its blank at an end',
	(given) => {
		const { message, description } = refusalOf(() => readSlug(given));
		expect(message).toBe(`The slug "echo-1" begins or ends with a blank or a line break`);
		expect(description).toMatch(/Remove it/);
	},
);
