import { isSameAddress, parseWebAddress } from '../../../nodes/TriggerFlow/shared/webAddress';

test.each([
	['https://A.example', 'https://a.example:443/', true],
	['https://a.example/x/../flows', 'https://a.example/flows', true],
	['https://a.example/flows', 'https://a.example/flows/', false],
	['https://a.example/flows', 'https://a.example/Flows', false],
	['https://a.example/?a', 'https://a.example/?b', false],
	['https://a.example/', 'http://a.example/', false],
])('takes %s and %s for the same address: %p', (one, other, isSame) => {
	expect(isSameAddress(one, other)).toBe(isSame);
});

// `URL` takes seconds for it: its time grows with the square of the length.
test('gives up a host of a megabyte', () => {
	expect(parseWebAddress(`https://xn--${'a'.repeat(1_000_000)}/`)).toBeUndefined();
});
