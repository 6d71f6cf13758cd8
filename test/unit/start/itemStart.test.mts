import { findFirstText } from '../../../nodes/StartFlow/start/itemStart';

test.each([
	[{ isNew: true, order: { id: ' INV-1007 ' }, name: 'Ada' }, 'INV-1007'],
	[{ empty: ' ', list: [null, 12], name: 'Ada' }, '12'],
	[{ isNew: true }, ''],
])('the first text or number of %j is %j', (value, label) => {
	expect(findFirstText(value)).toBe(label);
});

test('finds no text in an object that contains itself', () => {
	const value: Record<string, unknown> = {};
	value.self = [value];
	expect(findFirstText(value)).toBe('');
});
