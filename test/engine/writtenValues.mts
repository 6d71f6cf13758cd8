import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

const KEYS = [
	'a',
	'b',
	'name',
	'a b',
	'größe',
	'x.y',
	'length',
	'toString',
	'constructor',
	'__proto__',
	'0',
];

const key = fc.constantFrom(...KEYS);

const leaf = fc.oneof(
	fc.string({ maxLength: 5 }),
	fc.integer({ min: -2, max: 2 }),
	fc.boolean(),
	fc.constant(null),
	fc.constantFrom<unknown>('2025-01-31T09:30:00.000Z', '={{ 1 }}', new Date(0), 0.1, NaN),
);

const { data } = fc.letrec<{ data: unknown }>((tie) => ({
	data: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		leaf,
		fc.array(tie('data'), { maxLength: 3 }),
		fc.dictionary(key, tie('data'), { maxKeys: 5 }),
	),
}));

export const item = fc.dictionary(key, data, { maxKeys: 8 }) as fc.Arbitrary<IDataObject>;

const step = fc.oneof(
	key.map((name) => (/^[a-z_]\w*$/i.test(name) ? `.${name}` : `["${name}"]`)),
	key.map((name) => `['${name}']`),
	fc.constantFrom('[0]', '[1]', '?.a', '.a.b', ' .a', '[ "a" ]'),
);

const path = fc
	.tuple(
		fc.constantFrom('$json', '$json', '$json', "$('Start').item.json", "$('No').item.json", '$'),
		fc.array(step, { minLength: 1, maxLength: 3 }),
	)
	.map(([root, steps]) => root + steps.join(''));

const other = fc.constantFrom(
	'$json.name.toTitleCase()',
	'$json.name?.first()',
	'$json.a + $json.b',
	'"}" + "}"',
	'"}}"',
	'$json.a /* }} */',
	'$json.a // b',
	'{ a: $json.a }',
	'[$json.a, $json.b]',
	'$now.year',
	'DateTime.fromISO("2025-01-31")',
	'$parameter["&/a"]',
	'$parameter.contextMode',
	'$json',
	'$json.a; $json.b',
	'notKnown',
	'(() => { throw new Error("x") })()',
	'',
	'$fromAI("name")',
);

const code = fc.oneof({ weight: 3, arbitrary: path }, other);

/** What a person may write into a field. */
export const written = fc.oneof(
	code.map((one) => `={{ ${one} }}`),
	path.map((one) => `={{${one}}}`),
	fc
		.tuple(
			fc.constantFrom('', ' ', 'Hello ', '\\', '"', '}}', '\n'),
			code,
			fc.constantFrom('', '-', ' '),
			code,
		)
		.map(([before, one, between, two]) => `=${before}{{ ${one} }}${between}{{${two}}}`),
	fc.constantFrom<unknown>(
		'text',
		'',
		'=',
		'=text',
		'={{',
		'={{ $json.a',
		'{{ $json.a }}',
		5,
		true,
		null,
	),
	fc.constantFrom<unknown>(['text'], ['={{ $json.a }}'], { a: 1 }),
);

/** What is joined but for mistakes: all that a person makes by dragging, on items as they mostly are. */
export const usual = (() => {
	const name = fc.constantFrom('a', 'b', 'c');
	const plain = fc.constantFrom<unknown>('', 'x', 'ä"', 0, 1, 2.5, true, false, null);
	const inner = fc.oneof(plain, fc.dictionary(name, plain), fc.array(plain, { maxLength: 2 }));
	const steps = fc.constantFrom(
		'.a',
		'.b',
		'.c',
		'["a"]',
		"['b']",
		'.a.b',
		'.b[0]',
		'.c.a.b',
		'.a.a',
	);
	const dragged = steps.map((path) => `$json${path}`);
	const word = fc.constantFrom('', ' ', 'Hello "', "it's ", '=', '$&', 'ä{');
	const written = fc.oneof(
		dragged.map((one) => `={{ ${one} }}`),
		fc.tuple(word, dragged, word).map(([before, one, end]) => `=${before}{{${one}}}${end}`),
		fc
			.tuple(word, dragged, word, dragged, word)
			.map(
				([before, one, between, two, end]) => `=${before}{{ ${one} }}${between}{{${two}}}${end}`,
			),
	);
	return { written, item: fc.dictionary(name, inner) as fc.Arbitrary<IDataObject> };
})();
