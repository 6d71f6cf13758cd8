import { parseWebAddress } from '../../../nodes/TriggerFlow/shared/webAddress';

// `URL` needs seconds for such a host, because its time grows with the square of the length.
test('does not read a host of a megabyte', () => {
	expect(parseWebAddress(`https://xn--${'a'.repeat(1_000_000)}/`)).toBeUndefined();
});
