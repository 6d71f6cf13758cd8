import fc from 'fast-check';

import { firstOf, shorten } from '../../../nodes/TriggerFlow/shared/text';

test.each([
	['a \r\n\t b\u2028c', 'a b c'],
	[' \n ', ''],
	['a'.repeat(10), 'a'.repeat(10)],
	['a'.repeat(11), `${'a'.repeat(9)}…`],
	['😀'.repeat(11), `${'😀'.repeat(9)}…`],
	[`a${' '.repeat(38)}😀`, 'a…'],
])('cuts to 10 characters on one line: %j is %j', (text, cut) => {
	expect(shorten(text, 10)).toBe(cut);
});

test('keeps any text to one line, not too long, and without half a character', () => {
	const unit = fc.constantFrom(' ', '\n', '\r\n', '\t', '    ', '\u2028', '😀', 'a', 'é');
	fc.assert(
		fc.property(fc.string({ unit, maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (...all) => {
			const [given, most] = all;
			const line = shorten(given, most);
			expect([...line].length).toBeLessThanOrEqual(most);
			expect(line).not.toMatch(/[\n\r\t\u2028\u2029]| {2}|^ |\p{Surrogate}/u);
			const whole = given.trim().split(/\s+/).join(' ');
			expect(line === whole || whole.startsWith(line.replace(/…$/, ''))).toBe(true);
		}),
		{ numRuns: 500 },
	);
});

test('tells the first of many names', () => {
	expect(firstOf(['a', 'b'], 2)).toBe('a, b');
	expect(firstOf(['a', 'b', 'c', 'd'], 2)).toBe('a, b, 2 more');
});
