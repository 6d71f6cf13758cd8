import { execFileSync } from 'node:child_process';

import { splitWords } from '../../../nodes/TriggerFlow/rules/startEvent/splitWords';

const BASH = { isPowerShell: false, isInBackticks: false };

const split = (text: string, shell = BASH) => splitWords(text, 0, shell);

const textsOf = (text: string, shell = BASH) => split(text, shell).words.map((word) => word.text);

describe('bash', () => {
	const commands = [
		...["'a''b'", '"a""b"', "$'\\U0010ffff'"],
		...['a b', 'a\tb  c ', "a'b'c", `a"b c"d'e f'`, `'a"b' "a'b"`, "'' a \"\" b''"],
		...['"a\\"b"', '"a\\\\b"', '"a\\$b"', '"a\\`b"', '"a\\b\\n"', "'a\\b'", "'a\\\\'b"],
		...['a\\ b', "a\\'b", 'a\\\\b', '\\a', 'a\\"b', '"a\\\nb"', 'a \\\n b', 'a\\\n b', 'a b\\\nc'],
		...["$'a b'", "x$'a'y", "$'it\\'s'", '$"a b"', 'a$', '"a$"', '100%', 'a$ b'],
		...["$'\\a\\b\\e\\E\\f\\n\\r\\t\\v'", "$'\\\\ \\' \\\" \\?'", "$'\\q\\w\\8'", "$'\\u\\U\\x'"],
		...["$'\\x41\\x4a\\x4Az'", "$'\\101\\1012\\18'", "$'\\xc3\\xa9 \\303\\251'"],
		...["$'\\u41 \\u00e9 \\u20ac1 \\U1F600 \\U0001F6001'", "$'\\cA\\ca\\cz'"],
		...['a#b', "a'#'b", 'a # b', '#', 'a=b,c:d/e.f+g%h@i-j_k', '[a]', '{a}', 'a~b', 'a!b'],
		...['a 2>/dev/null b', 'a 2>>/dev/null', 'a 2> /dev/null b', 'a 2>&1 b', "a 2>'/dev/null' b"],
		...['2 2>/dev/null 3', 'a22 2>/dev/null', 'ü Ü 漢', "'ü 漢😀'", '"ü 漢😀"', "$'ü 漢😀'"],
	];

	/** What bash itself makes of them. */
	const printed = execFileSync(
		'bash',
		['-c', commands.map((command) => `printf '%s\\0' x ${command}\nprintf '\\035'`).join('\n')],
		{ encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } },
	).split('\u001d');

	test.each(commands.map((command, index) => [command, printed[index] ?? '']))(
		'%j has the words that bash gives it',
		(command, words) => {
			expect(textsOf(`x ${command}`)).toStrictEqual(words.split('\0').slice(0, -1));
		},
	);

	test.each([
		['a | b', 2],
		['a|b', 1],
		['a; b', 1],
		['a;', 1],
		['a && b', 2],
		['a&& b', 1],
		['a & b', 2],
		['a &', 2],
		['a <<EOF', 2],
		['a\nb', 1],
	])('%j is over at %i', (text, end) => {
		expect(split(text)).toMatchObject({ words: [{ text: 'a' }], end });
	});

	test.each([
		['x;v=1?b=2&c=3', ['x;v=1?b=2&c=3']],
		['a <b', ['a', '<b']],
		['a &b', ['a']],
		['2x>y', ['2x>y']],
		['a ;b', ['a', ';b']],
	])('signs within %j are taken as people mean them', (text, words) => {
		expect(textsOf(text)).toStrictEqual(words);
	});

	test('a backtick ends a command that stands between two of them', () => {
		expect(textsOf('a b` c', { ...BASH, isInBackticks: true })).toStrictEqual(['a', 'b']);
		expect(textsOf('a `b c', BASH)).toStrictEqual(['a', '`b', 'c']);
	});

	test.each(["'a b", '"a b', "$'a b", '‘a b', '“a b'])('%j holds the rest of the text', (text) => {
		expect(textsOf(text)).toStrictEqual(['a b']);
	});

	test.each([
		["'a", true],
		['"a', true],
		["$'a", true],
		["'a' \"b", true],
		["'a' \"b\" $'c'", false],
	])('of %j it is told whether a quote is left open: %p', (text, isUnclosed) => {
		expect(split(text)).toMatchObject({ isUnclosed, end: text.length });
	});

	test.each([
		['$NAME', true],
		['${NAME}', true],
		['$(date)', true],
		['`date`', true],
		['"$NAME"', true],
		['"a ${NAME} b"', true],
		['"$(date)"', true],
		['"`date`"', true],
		['a"$NAME"b', true],
		["'$NAME'", false],
		["$'$NAME'", false],
		['"\\$NAME"', false],
		['"\\`date\\`"', false],
		['\\$NAME', false],
		['"100$"', false],
		['"US$\\"A\\""', false],
		['$5', false],
	])('of %j it is told whether a shell would put something in its place: %p', (text, expands) => {
		expect(split(text).words.map((word) => word.expands)).toStrictEqual([expands]);
	});
});

test.each([
	['a ^\nb', 'cmd'],
	['a ^"b^"', 'cmd'],
	['a `\nb', 'powerShell'],
	['a \\\nb', undefined],
	['a ^b', undefined],
	['a ("b")', undefined],
	['a `b`', undefined],
	['a ^\nb `\nc', 'cmd'],
	['a `\nb ^\nc', 'powerShell'],
])('%j looks like %s', (text, looksLike) => {
	expect(split(text).looksLike).toBe(looksLike);
});

describe('PowerShell', () => {
	const POWERSHELL = { isPowerShell: true, isInBackticks: false };

	test.each([
		["'it''s'", ["it's"]],
		["'it''s' 'b'", ["it's", 'b']],
		["'a'''", ["a'"]],
		["''''", ["'"]],
		['"say ""hi"""', ['say "hi"']],
		['"a`"b"', ['a"b']],
		['"a\\"b"', ['a"b']],
		['"a`nb`tc`rd"', ['a\nb\tc\rd']],
		['"a`$b``c`xd"', ['a$b`cxd']],
		['"a`\nb"', ['ab']],
		['"C:\\a"', ['C:\\a']],
		['“a ""b"" ””c”””', ['a "b" ”c”']],
		['a `\n b', ['a', 'b']],
	])('%j has the words %j', (text, words) => {
		expect(textsOf(text, POWERSHELL)).toStrictEqual(words);
	});

	test.each([
		['"$env:TOKEN"', true],
		['"a `$b"', false],
		["'$a'", false],
		['"a $( b )"', true],
	])('of %j it is told whether it expands: %p', (text, expands) => {
		expect(split(text, POWERSHELL).words.map((word) => word.expands)).toStrictEqual([expands]);
	});

	test('an apostrophe that is never closed is told, doubled ones or not', () => {
		expect(split("'it''s", POWERSHELL)).toMatchObject({
			isUnclosed: true,
			words: [{ text: "it's" }],
		});
	});
});

describe('what documents make of it', () => {
	test.each([
		['‘a b’ ‘c’', ['a b', 'c']],
		['‘it’s’ b', ['it’s', 'b']],
		['“a b” „c“ ‟d”', ['a b', 'c', 'd']],
		['“a\\”b”', ['a”b']],
		['a\u00a0b\u2003c\u3000d', ['a', 'b', 'c', 'd']],
		['a\u200bb \u200bc\ufeff', ['ab', 'c']],
		['a\n-b', ['a', '-b']],
		["a\n'b'", ['a', 'b']],
		["a\n  'b'", ['a', 'b']],
		["a\n\n'b'", ['a']],
		['a\n\n-b', ['a', '-b']],
		['a\u2028-b\v-c\f-d', ['a', '-b', '-c', '-d']],
		['a \\ \n b', ['a', 'b']],
		['a \\\n> b', ['a', 'b']],
		['a \\ b', ['a', 'b']],
		['a \\ \v b', ['a', 'b']],
		['a \\ \t \n b', ['a', 'b']],
		['a^\nb', ['a', 'b']],
		['a`\nb', ['a', 'b']],
		['a\n--b', ['a', '--b']],
		['a # b\n-c', ['a', '-c']],
		['a\nhttp://b', ['a', 'http://b']],
		['a\\\n-b', ['a', '-b']],
		['a\nhttps://b', ['a', 'https://b']],
		['a\nb', ['a']],
	])('%j has the words %j', (text, words) => {
		expect(textsOf(text)).toStrictEqual(words);
	});
});

test('a text with more words and quotes than any request is given up', () => {
	expect(split('a '.repeat(4_000)).isEndless).toBe(false);
	expect(split('a '.repeat(6_000)).isEndless).toBe(true);
	expect(split("''".repeat(10_000)).isEndless).toBe(false);
	expect(split("''".repeat(30_000)).isEndless).toBe(true);
});

test('reading begins where it is told to', () => {
	expect(splitWords('curl a b', 4, BASH).words.map(({ text }) => text)).toStrictEqual(['a', 'b']);
});
