import {
	isSameAddress,
	parseWebAddress,
	shownAddress,
} from '../../../nodes/TriggerFlow/shared/webAddress';

const host = 'a'.repeat(1_000);

test.each([
	'https://a.example/',
	`https://${host}`,
	`https://a.example/${host}${host}`,
	`https://a.example?${host}${host}`,
	`https://a.example\\${host}${host}`,
])('%.40s is read as URL reads it', (address) => {
	expect(parseWebAddress(address)?.href).toBe(new URL(address).href);
});

test.each(['', 'a.example', 'https://', 'https://a b/'])('%j is none', (address) => {
	expect(parseWebAddress(address)).toBeUndefined();
});

// `URL` takes seconds for these: its time grows with the square of their length.
test.each([`xn--${'a'.repeat(1_000_000)}`, `${host}a`])(
	'a host of too many characters is none: %#',
	(name) => {
		for (const before of ['https://', 'https:', 'https:\\/', 'HTTP://']) {
			expect(parseWebAddress(`${before}${name}/`)).toBeUndefined();
		}
	},
);

test.each([
	['https://A.example', 'https://a.example:443/', true],
	['https://a.example/x/../flows', 'https://a.example/flows', true],
	['https://a.example/flows', 'https://a.example/flows/', false],
	['https://a.example/flows', 'https://a.example/Flows', false],
	['https://a.example/?a', 'https://a.example/?b', false],
	['https://a.example/', 'http://a.example/', false],
])('%s and %s are the same: %p', (one, other, isSame) => {
	expect(isSameAddress(one, other)).toBe(isSame);
});

test.each([
	['https://a.example/flows', 'https://a.example/flows'],
	['https://a.example/flows?key=secret', 'https://a.example/flows?…'],
	['https://user:secret@a.example/flows#secret', 'https://a.example/flows'],
	[`https://a.example/${'b'.repeat(500)}`, `https://a.example/${'b'.repeat(181)}…`],
])('%.50s is shown as %.50s', (address, shown) => {
	expect(shownAddress(address)).toBe(shown);
});
