import { memoizeRecent } from '../../../nodes/StartFlow/shared/memoize';

describe('the results that were used last', () => {
	test('are kept, and the others are made again', () => {
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

	test('are kept without the text itself', () => {
		const set = jest.spyOn(Map.prototype, 'set');
		memoizeRecent(() => 1, 2)('secret-token-123');
		expect(set).toHaveBeenCalledTimes(1);
		expect(JSON.stringify(set.mock.calls)).not.toContain('secret');
		set.mockRestore();
	});
});
