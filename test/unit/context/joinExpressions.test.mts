import {
	joinExpressions,
	parseJoinedValues,
	toJoinable,
} from '../../../nodes/StartFlow/context/joinExpressions';

const isJoinable = (code: string) => toJoinable(`={{ ${code} }}`) !== undefined;

test.each([
	'$json',
	'$json["First Name"]?.größe[0]',
	"$('A node').item.json.a",
	'$now',
	"$today.minus({ days: 7, hours: 1 }).setZone('Europe/Berlin').toISODate()",
	'DateTime.now().year',
	'$json.a.replace(/[^\\d-]+\\//g, "") + "/"',
	'\n$json.a\n\t.trim( )\n',
	"$json.phone ?? 'none'",
	'"it\\"s" + $json.a / 2 / -1.5',
	"!$json.a && $json.b !== true ? 'a) // b' : null",
])('joins the code %j', (code) => {
	expect(isJoinable(code)).toBe(true);
});

test.each([
	['other beginnings', '$vars.a', 'a', '$jsonx', 'Math.abs($json)', '$(a)', "$('A').first().json"],
	['brackets that are not closed', '$json.a) + ($json.b', '$json.a]', '($json.a', '$json.a.trim('],
	['a string that is not closed', '"$json.a', "$json.a + 'it's'"],
	['comments', '$json.a // b', '$json.a /* b */', '$json.a.at(/* b */)', '$json.a <!-- b'],
	['statements', '$json.a;', '$json.a, $json.b', 'if ($json.a) 1', ''],
	['assignments', '$json.a = 1', '$json.a += 1', '$json.a ??= 1', '$json.a++', '++$json.a'],
	['methods that change', '$json.a.sort()', '$json.a?.push(1)', '$json.a .setHours (0)'],
	['more methods', '$json.a.reverse()', '$json.a.pop()', '$json.a.splice(1)', '$json.a.shift()'],
	['calls of what has no name', "$json['sort']()", '$json.a[0](1)', '$json.a()()', '$json()'],
	['other arguments', '$json.a.map(one => one)', '$json.a.at($json.b)', '$json.a.at(...[1])'],
	['groups, lists and objects', '($json.a)', '[$json.a]', '{ a: $json.a }', '`${$json.a}`'],
	['a slash or a quote in a pattern', "$json.a.at(/[/, ']/).sort(', 1)", "$json.a.at(/'/)"],
	['escapes in names', '$json.\\u0061'],
	['optional calls and indexes', '$json.a?.()', '$json.a?.[0]', '$json.a[$json.b]'],
])('leaves out %s', (_what, ...codes) => {
	expect(codes.filter(isJoinable)).toEqual([]);
});

test('joins text and its expressions, but no expression without its end and no backslash in text', () => {
	const joined = ['=A {{ $json.a }}', '={{ $json.a }}{{ $json.b }}', '=Text', '={"a": {}}'];
	expect(joined.filter((source) => !toJoinable(source))).toEqual([]);
	const alone = ['={{ $json.a ', '=\\{{ $json.a }}', '=a\\b', '=A {{ $json.a }} {{ $json.a; }}'];
	expect(alone.filter((source) => toJoinable(source))).toEqual([]);
});

test('finds the item of a node once, unless it is within a string', () => {
	expect(toJoinable("={{ $('A').item.json.a + \"$('A').item.json\" }}")).toBe(
		"read(() => ( findItem('A').json.a + \"$('A').item.json\" ))",
	);
});

test('joins all into one expression, which nothing in it ends', () => {
	expect(joinExpressions(['read(() => (1))', undefined])).toMatch(
		/^\{\{(?:(?!\}\})[^])*\[read\(\(\) => \(1\)\), null\](?:(?!\}\})[^])*\}\}$/,
	);
});

test('parses what has a value. An error and a function have to be evaluated alone', () => {
	const values = [{ value: 1 }, { value: undefined }, null, { value: () => 1 }];
	expect(parseJoinedValues(values)).toEqual([
		{ value: 1 },
		{ value: undefined },
		undefined,
		undefined,
	]);
	expect(parseJoinedValues(undefined)).toEqual([]);
});
