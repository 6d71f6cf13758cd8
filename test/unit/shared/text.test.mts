import { shorten } from '../../../nodes/StartFlow/shared/text';

test.each([
	['a \r\n\t b\u2028c', 'a b c'],
	[' \n ', ''],
	[`${' \n'.repeat(40)}a`, 'a'],
	['a'.repeat(10), 'a'.repeat(10)],
	['a'.repeat(11), `${'a'.repeat(9)}…`],
	['😀'.repeat(11), `${'😀'.repeat(9)}…`],
	[`a${' '.repeat(38)}😀`, 'a…'],
	[`a${' '.repeat(38)}b`, 'a b'],
])('cuts to 10 characters on one line: %j is %j', (text, cut) => {
	expect(shorten(text, 10)).toBe(cut);
});
