import { memoizeIfConstant } from '../../../nodes/StartFlow/prepare/prepareStarts.n8n';

test('reads for each item where n8n did not tell what is stored', () => {
	const readItem = memoizeIfConstant(undefined, (itemIndex) => itemIndex);
	expect([0, 1].map((itemIndex) => readItem(itemIndex))).toEqual([0, 1]);
});
