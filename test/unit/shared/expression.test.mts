import { dependsOnItem, memoizeIfConstant } from '../../../nodes/StartFlow/shared/expression';

test.each<[unknown, boolean]>([
	['={{ $json.token }}', true],
	['={{ $vars.tokens\n\t[$json.customer] }}', true],
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
	const readItem = memoizeIfConstant(stored, read);
	expect([0, 1, 1].map((itemIndex) => readItem(itemIndex))).toEqual(values);
	expect(read.mock.calls.flat()).toEqual(reads);
});
