import { memoizeRecent } from '../../../nodes/StartFlow/shared/memoize';

test('the results that were used last are kept, and the others are made again', () => {
	const make = jest.fn((text: string) => ({ text }));
	const once = memoizeRecent(make, 2);
	const first = once('a');
	once('b');
	expect(once('a')).toBe(first);
	once('c');
	expect(once('a')).toBe(first);
	once('b');
	expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b']);
});
