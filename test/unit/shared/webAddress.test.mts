import { isSameAddress, parseWebAddress } from '../../../nodes/TriggerFlow/shared/webAddress';

test.each([
	['https://A.example', 'https://a.example:443/', true],
	['https://a.example/x/../flows', 'https://a.example/flows', true],
	['https://a.example/flows', 'https://a.example/flows/', false],
	['https://a.example/flows', 'https://a.example/Flows', false],
	['https://a.example/?a', 'https://a.example/?b', false],
	['https://a.example/', 'http://a.example/', false],
])('compares %s and %s: the same address is %p', (one, other, isSame) => {
	expect(isSameAddress(one, other)).toBe(isSame);
});

// `URL` needs seconds for such a host, because its time grows with the square of the length.
test('does not read a host of a megabyte', () => {
	expect(parseWebAddress(`https://xn--${'a'.repeat(1_000_000)}/`)).toBeUndefined();
});
