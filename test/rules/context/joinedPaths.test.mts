import { joinValues } from '../../../nodes/TriggerFlow/rules/context/joinedPaths';

// That what it gives is what n8n gives for each value by itself, test/engine/joined.test.mts sees on n8n.

/** What is asked of n8n for one written value: the paths, or all that it is made of. */
function asked(written: string): string {
	const joined = joinValues([written]);
	if (joined === undefined) return 'all by n8n';
	return joined.paths ?? `alone: ${joined.others.join()}`;
}

test.each([
	['={{ $json.a }}', '{{ [$json?.a] }}'],
	['={{$json.a}}', '{{ [$json?.a] }}'],
	['={{ $json.a_1.$b }}', 'alone: {{ $json.a_1.$b }}'],
	['={{\t$json.A9._b\n}}', '{{ [$json?.A9?._b] }}'],
	['={{ $json["First Name"][0].x }}', '{{ [$json?.["First Name"]?.[0]?.x] }}'],
	["={{ $json['ü_ 9.#@&+-'] }}", "{{ [$json?.['ü_ 9.#@&+-']] }}"],
	['={{ $json["ü_ 9.#@&+-"] }}', '{{ [$json?.["ü_ 9.#@&+-"]] }}'],
	['={{ $json[123456789] }}', '{{ [$json?.[123456789]] }}'],
	["={{ $('Sign Up 2').item.json.a[0] }}", "{{ [$('Sign Up 2').item?.json?.a?.[0]] }}"],
	['={{ $("Sign Up").item.json["b"] }}', '{{ [$("Sign Up").item?.json?.["b"]] }}'],
	[`={{ $json["${'a'.repeat(100)}"] }}`, `{{ [$json?.["${'a'.repeat(100)}"]] }}`],
	['=Dear {{ $json.a }}, {{ $json.b }}!', '{{ [$json?.a, $json?.b] }}'],
	['={{ $json.thistle }}', '{{ [$json?.thistle] }}'],
])('of %j each step is optional', (written, expression) => {
	expect(asked(written)).toBe(expression);
});

test.each([
	'={{ $json }}',
	'={{ $json.1a }}',
	'={{ $json.a() }}',
	'={{ $json.a + 1 }}',
	'={{ 1 + $json.a }}',
	'={{ $json.a ?? 1 }}',
	'={{ $json.größe }}',
	'={{ $json[1234567890] }}',
	'={{ $json[-1] }}',
	'={{ $json[""] }}',
	"={{ $json[''] }}",
	`={{ $json["${'a'.repeat(101)}"] }}`,
	`={{ $json['${'a'.repeat(101)}'] }}`,
	'={{ $json["a\\"b"] }}',
	'={{ $json["a(b"] }}',
	"={{ $json['a(b'] }}",
	'={{ $json["a\'] }}',
	"={{ $('Sign Up').item.json }}",
	"={{ $('Sign Up').first().json.a }}",
	"={{ $('Sign Up').itemXjson.a }}",
	'={{ $(Name).item.json.a }}',
	'={{ $input.item.json.a }}',
	'={{ $json.constructor }}',
	'={{ $json.Prototype }}',
	'={{ $json["__proto__"] }}',
	"={{ $('constructor').item.json.a }}",
	'={{ $json.a }} and {{ $json.b() }}',
	'={{ $json.a }} and {{ $json.b',
	'={{ $json.a',
	'=}} {{ $json.a }}',
	'=\\ {{ $json.a }}',
	'={{ $json.a }}\n',
	'={{ $json.a }}\u2028{{ $json.b }}',
	'={{ $json.a }}\u2029',
	'=',
	'=text',
	'={{ }}',
])('%j is evaluated by itself', (written) => {
	expect(asked(written)).toBe(`alone: ${written.slice(1)}`);
});

test.each([
	'={{ $parameter.a }}',
	'=Parameters of {{ $json.a }}',
	'={{ this.a }}',
	'={{ $evaluateExpression("a") }}',
])('%j may ask where it stands: all are evaluated by n8n', (written) => {
	expect(asked(written)).toBe('all by n8n');
	expect(joinValues(['a', '={{ $json.a }}', written])).toBeUndefined();
});

test('an expression within a list is for n8n, a list without one is a value', () => {
	expect(joinValues([['a', { b: ['={{ $json.a }}'] }]])).toBeUndefined();
	const value = ['a', { b: ['c='] }, null, 1];
	expect(joinValues([value])?.fill(undefined, [])).toEqual([value]);
});

test('what is asked together is put back in the order in which it was written', () => {
	const joined = joinValues([
		'text',
		'={{ $json.a }}',
		'={{ $json.b() }}',
		undefined,
		'=<{{ $json.c }}|{{ $json.d }}>',
		'={{ $now }}',
		'={{ $json.e }}',
		7,
	]);
	expect(joined?.paths).toBe('{{ [$json?.a, $json?.c, $json?.d, $json?.e] }}');
	expect(joined?.others).toEqual(['{{ $json.b() }}', '{{ $now }}']);
	expect(joined?.fill([{ x: [1] }, 'c', 'd', null], ['b', 'now'])).toEqual([
		'text',
		{ x: [1] },
		'b',
		undefined,
		'<c|d>',
		'now',
		null,
		7,
	]);
});

test.each([
	['text', 'text'],
	[0, '0'],
	[false, 'false'],
	[true, 'true'],
	[-1.5, '-1.5'],
	['', ''],
	[null, ''],
	[undefined, ''],
	[NaN, ''],
])('%p within a text is %j', (value, shown) => {
	expect(joinValues(['=<{{ $json.a }}>'])?.fill([value], [])).toEqual([`<${shown}>`]);
	expect(joinValues(['={{ $json.a }}'])?.fill([value], [])).toEqual([value]);
});

test.each([
	['={{ $json.a }}!', '1!'],
	['=#{{ $json.a }}', '#1'],
])('%j is a text', (written, text) => {
	expect(joinValues([written])?.fill([1], [])).toEqual([text]);
});

test('two paths without a sign between them are a text', () => {
	expect(joinValues(['={{ $json.a }}{{ $json.b }}'])?.fill([1, 2], [])).toEqual(['12']);
});

test('how an object becomes a text is for n8n to say', () => {
	const joined = joinValues(['=<{{ $json.a }}{{ $json.b }}>']);
	expect(joined?.fill(['a', {}], [])).toBeUndefined();
	expect(joined?.fill([[], 'b'], [])).toBeUndefined();
});

const withToJson = Object.assign([1], { toJSON: () => 2 });

test.each([
	['a date', new Date(0)],
	['a BigInt', 1n],
	['a function', () => 1],
	['a symbol', Symbol('a')],
	['a Map', new Map()],
	['a list that has a way of its own to be JSON', withToJson],
	['an object with a date in it', { a: [1, { b: new Date(0) }] }],
])('%s is for n8n', (_what, value) => {
	expect(joinValues(['={{ $json.a }}'])?.fill([value], [])).toBeUndefined();
	expect(joinValues(['={{ $json.a() }}'])?.fill(undefined, [value])).toBeUndefined();
});

test.each([undefined, 'text', {}, [], [1, 2], { length: 1 }])(
	'%j is no list of the one path: all are evaluated by n8n',
	(given) => {
		expect(joinValues(['={{ $json.a }}'])?.fill(given, [])).toBeUndefined();
	},
);

test('without a path nothing is asked for together', () => {
	const joined = joinValues(['a', '={{ $json.a() }}']);
	expect(joined).not.toHaveProperty('paths');
	expect(joined?.fill(undefined, ['b'])).toEqual(['a', 'b']);
});
