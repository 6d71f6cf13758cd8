import {
	toSingleText,
	NotSentError,
	toNotSentFailure,
	toNotSentError,
} from '../../../nodes/StartFlow/shared/failure';

test.each<[string, unknown, string, string]>([
	["an error of n8n's", Object.assign(new Error('m'), { description: 'd' }), 'm', 'd'],
	['no text for a description', Object.assign(new Error('m'), { description: null }), 'm', ''],
	['an error without a description', new Error('m'), 'm', ''],
	['text', 'm', 'm', ''],
	['undefined', undefined, 'undefined', ''],
])('keeps the message of any thrown value: %s', (_what, thrown, message, description) => {
	const error = toNotSentError(thrown);
	expect(error).toBeInstanceOf(NotSentError);
	expect([error.message, error.description]).toEqual([message, description]);
	expect(toNotSentError(error)).toBe(error);
});

test('puts a problem and its advice into one string, with or without advice', () => {
	expect(toSingleText(new NotSentError('What is wrong', 'Do this.'))).toBe(
		'What is wrong. Do this.',
	);
	expect(toSingleText({ message: 'What is wrong', description: '' })).toBe('What is wrong.');
});

test('says in the failure of an item that nothing was sent', () => {
	expect(toNotSentFailure(new NotSentError('m', 'Do this.'))).toStrictEqual({
		outcome: 'notSent',
		message: 'm',
		description: 'Do this. Nothing was sent for this item.',
	});
	expect(toNotSentFailure('m').description).toBe('Nothing was sent for this item.');
});
