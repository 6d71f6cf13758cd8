import { memoizeIfConstant } from '../../../nodes/StartFlow/prepare/prepareStarts.n8n';

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
