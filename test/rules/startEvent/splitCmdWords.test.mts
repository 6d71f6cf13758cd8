import { splitCmdWords } from '../../../nodes/TriggerFlow/rules/startEvent/splitCmdWords';

const textsOf = (text: string, caretsInQuotes = false) =>
	splitCmdWords(text, 0, caretsInQuotes).words.map((word) => word.text);

describe('quotes and backslashes', () => {
	// Microsoft, "Parsing C command-line arguments": the table of results.
	test.each([
		['"abc" d e', ['abc', 'd', 'e']],
		['a\\\\b d"e f"g h', ['a\\\\b', 'de fg', 'h']],
		['a\\\\\\"b c d', ['a\\"b', 'c', 'd']],
		['a\\\\\\\\"b c" d e', ['a\\\\b c', 'd', 'e']],
		['a"b"" c d', ['ab" c d']],
	])('%j has the words that Microsoft gives it', (text, words) => {
		expect(textsOf(text)).toStrictEqual(words);
	});

	test.each([
		['"" a', ['', 'a']],
		[' a', ['a']],
		['\\"a b', ['"a', 'b']],
		['\\\\"a b"', ['\\a b']],
		['"""a"', ['"a']],
		['a  \t b ', ['a', 'b']],
		['"a\\"b" "c\\\\" d', ['a"b', 'c\\', 'd']],
		['C:\\a\\b \\ c', ['C:\\a\\b', '\\', 'c']],
		["'a b'", ["'a", "b'"]],
		['"a""b" ""', ['a"b', '']],
		['', []],
	])('%j has the words %j', (text, words) => {
		expect(textsOf(text)).toStrictEqual(words);
	});

	test.each([
		['"a b', true],
		['"a b"', false],
		['"a\\"', true],
		['a"', true],
	])('of %j it is told whether a quote is left open: %p', (text, isUnclosed) => {
		expect(splitCmdWords(text, 0, false).isUnclosed).toBe(isUnclosed);
	});
});

describe('carets', () => {
	test.each([
		['^"a^ b^"', ['a b'], ['a b']],
		['a^^b', ['a^b'], ['a^b']],
		['a^&b^|c', ['a&b|c'], ['a&b|c']],
		['"a^b"', ['a^b'], ['ab']],
		['"a^^b"', ['a^^b'], ['a^b']],
		['a ^\n b', ['a', 'b'], ['a', 'b']],
		['a^\nb', ['ab'], ['ab']],
		['^"a^\n\nb^"', ['a\nb'], ['a\nb']],
		['a ^', ['a'], ['a']],
	])('%j has the words %j, or, with carets in quotes, %j', (text, words, older) => {
		expect(textsOf(text, false)).toStrictEqual(words);
		expect(textsOf(text, true)).toStrictEqual(older);
	});
});

describe('the end of the command', () => {
	test.each([
		['a | b', ['a'], 2],
		['a & b', ['a'], 2],
		['a && b', ['a'], 2],
		['a &', ['a'], 2],
		['a\nb', ['a'], 1],
		['a\n-b', ['a', '-b'], 4],
		['a&b', ['a&b'], 3],
		['a &b', ['a', '&b'], 4],
		['a\v-b', ['a', '-b'], 4],
		['"a | b & c"', ['a | b & c'], 11],
		['"a\nb" c', ['a\nb', 'c'], 7],
		['a ^\n-b\nc', ['a', '-b'], 6],
	])('in %j, the words %j end at %i', (text, words, end) => {
		const found = splitCmdWords(text, 0, false);
		expect(found.words.map((word) => word.text)).toStrictEqual(words);
		expect(found.end).toBe(end);
	});

	test('reading begins where it is told to', () => {
		expect(splitCmdWords('curl a b', 4, false).words.map(({ text }) => text)).toStrictEqual([
			'a',
			'b',
		]);
	});

	test('a text with more words and signs than any request is given up', () => {
		expect(splitCmdWords('a '.repeat(4_000), 0, false).isEndless).toBe(false);
		expect(splitCmdWords('a '.repeat(6_000), 0, false).isEndless).toBe(true);
		expect(splitCmdWords('^a'.repeat(25_000), 0, false).isEndless).toBe(false);
		expect(splitCmdWords('^a'.repeat(70_000), 0, false).isEndless).toBe(true);
	});
});
