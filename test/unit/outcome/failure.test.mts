import { createNotSentFailure } from '../../../nodes/StartFlow/outcome/outcomes';

test('says in the failure of an item that nothing was sent', () => {
	expect(createNotSentFailure({ message: 'm', description: 'Do this.' })).toStrictEqual({
		outcome: 'notSent',
		message: 'm',
		description: 'Do this. Nothing was sent for this item.',
	});
	expect(createNotSentFailure({ message: 'm', description: '' }).description).toBe(
		'Nothing was sent for this item.',
	);
});
