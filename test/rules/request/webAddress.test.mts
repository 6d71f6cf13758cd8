import {
	isSameAddress,
	parseWebAddress,
	shownAddress,
} from '../../../nodes/TriggerFlow/rules/request/webAddress';

const host = 'a'.repeat(1_000);

test.each([
	'https://a.example/',
	`https://${host}/`,
	`https://${host}`,
	`https://a.example/${host}${host}`,
	`https://a.example?${host}${host}`,
	`https://a.example/?to=https://${host}a`,
	`https://a.example#${host}${host}`,
	`https://a.example\\${host}${host}`,
	`https:////a.example/${host}${host}`,
	`HTTPS:a.example/${host}${host}`,
])('%.40s is read as URL reads it', (address) => {
	expect(parseWebAddress(address)?.href).toBe(new URL(address).href);
});

test.each(['', 'a.example', 'https://', 'https://a b/', '//a.example/'])(
	'%j is none',
	(address) => {
		expect(parseWebAddress(address)).toBeUndefined();
	},
);

// `URL` takes seconds for these: the time of both grows with the square of their length.
test.each([
	['a name in no alphabet', `xn--${'a'.repeat(1_000_000)}`],
	[
		'very many signs',
		Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
	],
	['one sign too many', `${host}a`],
])('a host that is longer than any name is none: %s', (_what, name) => {
	for (const before of ['https://', 'https:', 'https:\\/', 'HTTP://', 'ftp://']) {
		for (const behind of ['', '/', '?a', '#a', '\\a']) {
			expect(parseWebAddress(before + name + behind)).toBeUndefined();
		}
	}
});

test.each([
	['https://A.example', 'https://a.example:443/', true],
	['https://a.example/x/../flows', 'https://a.example/flows', true],
	['https://a.example/flows', 'https://a.example/flows/', false],
	['https://a.example/flows', 'https://a.example/Flows', false],
	['https://a.example/?a', 'https://a.example/?b', false],
])('%s and %s are the same: %p', (one, other, isSame) => {
	expect(isSameAddress(one, other)).toBe(isSame);
	expect(isSameAddress(other, one)).toBe(isSame);
});

test.each([
	['https://a.example/flows', 'https://a.example/flows'],
	['https://a.example/flows?key=secret', 'https://a.example/flows?…'],
	['https://user:secret@a.example/flows#secret', 'https://a.example/flows'],
	[`https://a.example/${'b'.repeat(500)}`, `https://a.example/${'b'.repeat(181)}…`],
])('%.50s is shown as %.50s', (address, shown) => {
	expect(shownAddress(address)).toBe(shown);
});
