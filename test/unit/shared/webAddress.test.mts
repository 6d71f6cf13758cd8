import { parseWebAddress } from '../../../nodes/StartFlow/shared/webAddress';

// `URL` needs seconds for a host of a megabyte, because its time grows with the square of the length.
test('reads an address of up to 8,000 characters', () => {
	const address = 'https://a.example/'.padEnd(8_000, 'x');
	expect(parseWebAddress(address)?.href).toBe(address);
	expect(parseWebAddress(`${address}x`)).toBeUndefined();
});
