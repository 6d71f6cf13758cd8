import {
	asOneText,
	NotSentError,
	notSent,
	notSentError,
} from '../../../nodes/TriggerFlow/shared/failure';

test.each<[string, unknown, string, string]>([
	["an error of n8n's", Object.assign(new Error('m'), { description: 'd' }), 'm', 'd'],
	['no text for a description', Object.assign(new Error('m'), { description: null }), 'm', ''],
	['an error without a description', new Error('m'), 'm', ''],
	['text', 'm', 'm', ''],
	['undefined', undefined, 'undefined', ''],
])('keeps what was thrown: %s', (_what, thrown, message, description) => {
	const error = notSentError(thrown);
	expect(error).toBeInstanceOf(NotSentError);
	expect([error.message, error.description]).toEqual([message, description]);
	expect(notSentError(error)).toBe(error);
});

test('tells a mistake in one text, whether it says what to do or not', () => {
	expect(asOneText(new NotSentError('What is wrong', 'Do this.'))).toBe('What is wrong. Do this.');
	expect(asOneText({ message: 'What is wrong', description: '' })).toBe('What is wrong.');
});

test('says in the failure of an item that nothing was sent', () => {
	expect(notSent(new NotSentError('m', 'Do this.'))).toStrictEqual({
		outcome: 'notSent',
		message: 'm',
		description: 'Do this. Nothing was sent for this item.',
	});
});
