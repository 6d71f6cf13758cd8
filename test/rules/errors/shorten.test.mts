import fc from 'fast-check';

import { shorten } from '../../../nodes/TriggerFlow/rules/errors/shorten';

test.each([
	['', ''],
	['hello', 'hello'],
	['  hello \n', 'hello'],
	['a\nb', 'a b'],
	['a \r\n\t b', 'a b'],
	['a\u2028b\u2029c\u00a0d', 'a b c d'],
	[' \n ', ''],
])('%j is %j on one line', (text, line) => {
	expect(shorten(text)).toBe(line);
});

test.each([
	['a'.repeat(9), 'a'.repeat(9)],
	['a'.repeat(10), 'a'.repeat(10)],
	['a'.repeat(11), `${'a'.repeat(9)}…`],
	['😀'.repeat(10), '😀'.repeat(10)],
	['😀'.repeat(11), `${'😀'.repeat(9)}…`],
	['a'.repeat(1_000_000), `${'a'.repeat(9)}…`],
	[`${'a'.repeat(10)}\n`, 'a'.repeat(10)],
	[`a${' '.repeat(38)}b`, 'a b'],
])('cut to 10, %j is %j', (text, cut) => {
	expect(shorten(text, 10)).toBe(cut);
});

test('300 is the length when none is given', () => {
	expect(shorten('a'.repeat(300))).toBe('a'.repeat(300));
	expect(shorten('a'.repeat(301))).toBe(`${'a'.repeat(299)}…`);
});

test('what stands behind a long gap is left off, and it shows', () => {
	expect(shorten(`a${' '.repeat(100)}b`, 10)).toMatch(/^a.*…$/);
});

test('half of a sign behind a long gap is left off as well', () => {
	expect(shorten(`a${' '.repeat(38)}😀`, 10)).toBe('a…');
});

const text = fc.string({
	unit: fc.oneof(
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
		fc.constantFrom(' ', '\n', '\r\n', '\t', '    ', '\u2028', '😀', 'a'),
	),
	maxLength: 200,
});
const length = fc.integer({ min: 1, max: 60 });

test('never longer than asked, never two lines, never half a sign', () => {
	fc.assert(
		fc.property(text, length, (given, most) => {
			const line = shorten(given, most);
			expect([...line].length).toBeLessThanOrEqual(most);
			expect(line).not.toMatch(/[\n\r\t\u2028\u2029]| {2}|^ /);
			expect(line).not.toMatch(/\p{Surrogate}/u);
		}),
		{ numRuns: 2_000 },
	);
});

test('the whole text, or as much of its start as fits and an ellipsis', () => {
	fc.assert(
		fc.property(text, length, (given, most) => {
			const whole = given.trim().split(/\s+/).join(' ');
			const line = shorten(given, most);
			if (line === whole) return;
			expect(line.endsWith('…')).toBe(true);
			expect(whole.startsWith(line.slice(0, -1))).toBe(true);
			// Only a text that is longer, as it was given, is cut.
			expect(given.length).toBeGreaterThan(most);
		}),
		{ numRuns: 1_000 },
	);
});

test('a text without gaps is cut only when it is too long, and then fills the length', () => {
	const word = fc.string({ unit: fc.constantFrom('a', 'ü', '漢', '😀'), maxLength: 80 });
	fc.assert(
		fc.property(word, length, (given, most) => {
			const signs = [...given];
			const expected = signs.length <= most ? given : `${signs.slice(0, most - 1).join('')}…`;
			expect(shorten(given, most)).toBe(expected);
		}),
	);
});
