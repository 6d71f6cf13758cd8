import { parseJoinedValues, toJoinable } from '../../../nodes/StartFlow/context/joinExpressions';

const isJoinable = (code: string) => toJoinable(`={{ ${code} }}`) !== undefined;

test.each([
	'$json.name.trim()',
	"$json.phone ?? 'none'",
	'$json.name?.first?.trim()',
	'$json.list?.map((one) => one.name)[0]',
	'{ a: $json.a, ...$json.b }',
	'[...$json.a, 1.5, -1]',
	"$json.a > 1 && $json.b !== 2 ? \"a) // b\" : 'it\\'s'",
	'$json.größe / 2 / $json.b',
	'$json.a.replace(/[^\\d\\s]+/g, "") + "/"',
	'$if($json.a, 1, 2)',
	"$('A node').item.json.a",
	'new Date($json.date)',
	"DateTime.now().setZone('Europe/Berlin').toISODate()",
	'\n$json.a\n\t.trim()\n',
])('joins the code %j', (code) => {
	expect(isJoinable(code)).toBe(true);
});

test.each([
	['brackets that are not closed', '$json.a) + ($json.b', '[$json.a', '$json.a]', '($json.a]'],
	['a string that is not closed', '"$json.a', "$json.a + 'it's'"],
	['comments', '$json.a // b', '$json.a /* b', '$json.a /* b */', '$json.a <!-- b'],
	['statements', '$json.a;', '$json.a; $json.b', '$json.a.map((one) => { return one.a })'],
	['assignments', '$json.a = 1', '$json.a += 1', '$json.a ??= 1', '$json.a >>= 1', '$json.a++'],
	['methods that change', '$json.a.sort()', '$json.a.push(1)', '$json.date.setHours(0)'],
	['more methods', '$json.a.reverse()', '$json.a.pop()', '$json.a.splice(1)', '$json.a.shift()'],
	['what may be such a method', "$json.a['so' + 'rt']()", '($json.a)()', '$json.a.sort.call([])'],
	['functions', 'function () { $json.a }()', 'class { a = $json.a }', '{ a($json) { $json.a } }'],
	['promises and templates', 'async () => $json.a', 'await $json.a', '`${$json.a}`', '$json.a`b`'],
	['quotes between slashes', "/'/.test($json.a)", "$json.a + typeof /'/ ) + ( typeof /'/"],
	['escapes in names', '$json.\\u0061'],
	['optional calls', '$json.a?.()', '$json.a.b?.()'],
	['indexes in optional chains', '$json.a?.[0]', '$json.a?.b[$json.c]', '$json[a]?.b'],
	['what reads no property', '', ' ', '1n + 1', '"$json.a"', '1.e5', '[...$json]'],
	['names of the joined expression', '$json.a + $$read'],
])('leaves out %s', (_what, ...codes) => {
	expect(codes.filter(isJoinable)).toEqual([]);
});

test.each([
	'={{ $json.a.b }}',
	'=A {{ $json.a }}',
	'={{ $json.a }}{{ $json.b }}',
	'=Text',
	'={"a": {}}',
])('joins %j', (source) => {
	expect(toJoinable(source)).toBeDefined();
});

test.each([
	'={{ $json.a ',
	'={{ {a: {b: $json.a}} }}',
	'=\\{{ $json.a }}',
	'=a\\b',
	'=A {{ $json.a }} {{ $json.a; }}',
])('does not join %j', (source) => {
	expect(toJoinable(source)).toBeUndefined();
});

test('joins an expression of ordinary length only', () => {
	expect(isJoinable(`$json.a${' '.repeat(1_900)}`)).toBe(true);
	expect(isJoinable(`$json.a${' '.repeat(2_000)}`)).toBe(false);
});

test('finds the item of a node once, unless it is within a string', () => {
	expect(toJoinable("={{ $('A').item.json.a + \"$('A').item\" }}")).toBe(
		"$$read(() => ( $$item('A', () => $('A').item).json.a + \"$('A').item\" ))",
	);
});

test.each([
	['values', [[1], [undefined], [null]], [[1], [undefined], [null]]],
	['an error', [[1], null, [2]], [[1], undefined, [2]]],
	['a function', [[() => 1], [1], [2]], [undefined, [1], [2]]],
	['something else', [1, [], [1, 2]], [undefined, undefined, undefined]],
	['too few values', [[1], [2]], []],
	['no list', undefined, []],
])('parses %s', (_what, values, parsed) => {
	expect(parseJoinedValues(values, 3)).toEqual(parsed);
});
