import { switchAdvice } from '../../../nodes/TriggerFlow/rules/context/switchAdvice';

/** The expression that is advised, as a person pastes it. */
const advised = (given: unknown, written: unknown) =>
	/ alone, write (.*)\.$/.exec(switchAdvice(given, written))?.[1];

test('says what to write, and for which text', () => {
	expect(switchAdvice('yes', '={{ $json.newsletter }}')).toBe(
		` To have it on for the text "yes" alone, write {{ $json.newsletter === 'yes' }}.`,
	);
});

test.each([
	'$json',
	'$json.a.b_1',
	'$json["First Name"].a',
	"$json['a'][0]",
	"$('Sign Up').item.json.a",
	'$("Sign Up").item.json.a',
	'$input.first().json.a',
	'$a$b.c',
])('%s is compared as it is', (path) => {
	for (const written of [`={{ ${path} }}`, `={{${path}}}`, `= {{\t${path}\t}} `]) {
		expect(advised('yes', written)).toBe(`{{ ${path} === 'yes' }}`);
	}
});

test.each([
	'$json.a || $json.b',
	'$json.a ? "x" : "y"',
	'a',
	'a$json.b',
	'$json.a.toLowerCase(1 + 2)',
	'$json.a.map(x => x)',
	'$json[a[0]]',
	'$json.größe',
	'{ a: $json.a }.a',
])('%s is compared as a whole', (code) => {
	expect(advised('yes', `={{ ${code} }}`)).toBe(`{{ (${code}) === 'yes' }}`);
});

test.each([
	['no', 'yes'],
	['n', 'y'],
	['off', 'on'],
	['nein', 'ja'],
	['non', 'oui'],
	['disabled', 'enabled'],
	['unchecked', 'checked'],
	[' NO ', 'yes'],
	['Off', 'on'],
])('for %j, which means off, %j is on', (given, on) => {
	expect(switchAdvice(given, '={{ $json.a }}')).toBe(
		` To have it on for the text "${on}" alone, write {{ $json.a === '${on}' }}.`,
	);
});

test.each(['yes', 'checked', 'a"b', 'größe', '5 €', ' x ', 'x'.repeat(40)])(
	'%j is compared to the sign',
	(given) => {
		expect(advised(given, '={{ $json.a }}')).toBe(`{{ $json.a === '${given}' }}`);
	},
);

test.each([
	...['', ' ', "it's", 'a\\b', '{', '}', 'a\nb', 'a\n', '\u0001', 'x'.repeat(41)],
	...[1, true, null, undefined, ['yes'], {}],
])('for %j there is no advice', (given) => {
	expect(switchAdvice(given, '={{ $json.a }}')).toBe('');
});

test.each([
	...['yes', '={{ $json.a', '=$json.a }}', '={{ $json.a }} and more', '=a {{ $json.a }}'],
	...['{{ $json.a }}', '={{ }}', '={{ $json.a }}{{ $json.b }}', '={{ $json.a\n+ 1 }}'],
	...[undefined, null, true, ['={{ $json.a }}']],
	`={{ ${'a'.repeat(201)} }}`,
	'={{ {a: {b: 1}} }}',
])('for what is written as %j there is no advice', (written) => {
	expect(switchAdvice('yes', written)).toBe('');
});

test('the longest expression that is advised has 200 signs', () => {
	const code = 'a'.repeat(200);
	expect(advised('yes', `={{ ${code} }}`)).toBe(`{{ (${code}) === 'yes' }}`);
});
