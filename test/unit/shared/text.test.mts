import fc from 'fast-check';

import { firstOf, shorten } from '../../../nodes/TriggerFlow/shared/text';

test.each([
	['  hello \n', 'hello'],
	['a \r\n\t b\u2028c', 'a b c'],
	[' \n ', ''],
	['a'.repeat(10), 'a'.repeat(10)],
	['a'.repeat(11), `${'a'.repeat(9)}…`],
	['😀'.repeat(10), '😀'.repeat(10)],
	['😀'.repeat(11), `${'😀'.repeat(9)}…`],
	['a'.repeat(1_000_000), `${'a'.repeat(9)}…`],
	[`a${' '.repeat(38)}b`, 'a b'],
	[`a${' '.repeat(38)}😀`, 'a…'],
])('on one line, cut to 10, %j is %j', (text, cut) => {
	expect(shorten(text, 10)).toBe(cut);
});

test('300 is the length when none is given', () => {
	expect(shorten('a'.repeat(300))).toBe('a'.repeat(300));
	expect(shorten('a'.repeat(301))).toBe(`${'a'.repeat(299)}…`);
});

test('any text: never longer than asked, never two lines, never half a character', () => {
	const unit = fc.oneof(
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
		fc.constantFrom(' ', '\n', '\r\n', '\t', '    ', '\u2028', '😀', 'a'),
	);
	const text = fc.string({ unit, maxLength: 200 });
	fc.assert(
		fc.property(text, fc.integer({ min: 1, max: 60 }), (given, most) => {
			const line = shorten(given, most);
			expect([...line].length).toBeLessThanOrEqual(most);
			expect(line).not.toMatch(/[\n\r\t\u2028\u2029]| {2}|^ |\p{Surrogate}/u);
			const whole = given.trim().split(/\s+/).join(' ');
			expect(line === whole || whole.startsWith(line.replace(/…$/, ''))).toBe(true);
		}),
		{ numRuns: 1_000 },
	);
});

test('of many names the first are told', () => {
	expect(firstOf(['a', 'b'], 2)).toBe('a, b');
	expect(firstOf(['a', 'b', 'c', 'd'], 2)).toBe('a, b, 2 more');
});
