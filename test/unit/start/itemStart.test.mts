import { findFirstText } from '../../../nodes/StartFlow/start/itemStart';

test.each([
	[{ isNew: true, order: { id: ' INV-1007 ' }, name: 'Ada' }, 'INV-1007'],
	[{ empty: ' ', list: [null, 12], name: 'Ada' }, 'Ada'],
	[{ isNew: true, list: [null, 12] }, '12'],
	[{ isNew: true }, ''],
])('the first text, or else number, of %j is %j', (value, label) => {
	expect(findFirstText(value)).toBe(label);
});

test('finds no text in an object that contains itself', () => {
	const value: Record<string, unknown> = {};
	value.self = [value];
	expect(findFirstText(value)).toBe('');
});
