import { dependsOnItem, memoizeRecent, readByItem } from '../../../nodes/StartFlow/shared/memoize';

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

	test('are not kept of a function that throws', () => {
		let runs = 0;
		const once = memoizeRecent(() => {
			if (++runs === 1) throw new Error('no');
			return runs;
		}, 2);
		expect(() => once('a')).toThrow('no');
		expect([once('a'), once('a')]).toEqual([2, 2]);
	});
});

test.each<[unknown, boolean]>([
	['={{ $json.token }}', true],
	['={{\n\t$json.token\n}}', true],
	['={{ $vars.tokens\n\t[$json.customer] }}', true],
	['={{ $input.item.json.token }}', true],
	['={{ $("Start").item.json.token }}', true],
	['={{ $variable }}', true],
	[{ url: 'https://flows.example.com/', token: '={{ $json.token }}' }, true],
	['={{ $secrets.vault.token + $env.x }}\n{{ $vars.y }}', false],
	['={{ 5 }}', false],
	['costs $json', false],
	[undefined, false],
])('whether %j may differ from item to item: %p', (stored, isDifferent) => {
	expect(dependsOnItem(stored)).toBe(isDifferent);
});

test.each<[unknown, number[], number[]]>([
	[{ token: 'fixed' }, [0, 0, 0], [0]],
	[{ token: '={{ $json.token }}' }, [0, 1, 1], [0, 1, 1]],
	// n8n did not tell what is stored.
	[undefined, [0, 1, 1], [0, 1, 1]],
])('reads %j once, or for each item', (stored, values, reads) => {
	const read = jest.fn((itemIndex: number) => itemIndex);
	const readItem = readByItem(stored, read);
	expect([0, 1, 1].map((itemIndex) => readItem(itemIndex))).toEqual(values);
	expect(read.mock.calls.flat()).toEqual(reads);
});
