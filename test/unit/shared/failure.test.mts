import {
	asOneText,
	mistakeIn,
	NotSentError,
	notSent,
	notSentError,
} from '../../../nodes/TriggerFlow/shared/failure';

const cause = { cause: 'credential-invalid' } as const;

test('a NotSentError is handed on as it is, and says the same with a cause', () => {
	const error = new NotSentError('what is wrong', 'what to do');
	expect(String(error)).toBe('NotSentError: what is wrong');
	expect(notSentError(error)).toBe(error);
	const { message, description, failureCause } = notSentError(error, cause);
	expect([message, description, failureCause]).toEqual(['what is wrong', 'what to do', cause]);
});

test.each<[string, unknown, string, string]>([
	["an error of n8n's", Object.assign(new Error('m'), { description: 'd' }), 'm', 'd'],
	[
		'one with no text for a description',
		Object.assign(new Error('m'), { description: null }),
		'm',
		'',
	],
	['an error without a description', new Error('m'), 'm', ''],
	['a plain object', { message: 'm', description: 'd' }, 'm', 'd'],
	['text', 'm', 'm', ''],
	['undefined', undefined, 'undefined', ''],
])('%s that was thrown keeps what it said', (_what, thrown, message, description) => {
	const error = notSentError(thrown);
	expect(error).toBeInstanceOf(NotSentError);
	expect([error.message, error.description]).toEqual([message, description]);
});

test('a mistake in a field begins with its name', () => {
	const { message, description } = mistakeIn('Slug', new NotSentError('is missing', 'Fill it in.'));
	expect([message, description]).toEqual(['Slug: is missing', 'Fill it in.']);
});

test('a mistake is one text, whether it says what to do or not', () => {
	expect(asOneText(new NotSentError('What is wrong', 'Do this.'))).toBe('What is wrong. Do this.');
	expect(asOneText({ message: 'What is wrong', description: '' })).toBe('What is wrong.');
});

test('the failure of an item says that nothing was sent', () => {
	expect(notSent(new NotSentError('m', 'Do this.'))).toStrictEqual({
		outcome: 'notSent',
		message: 'm',
		description: 'Do this. Nothing was sent for this item.',
	});
	expect(notSent(new Error('m'), cause)).toStrictEqual({
		outcome: 'notSent',
		message: 'm',
		description: 'Nothing was sent for this item.',
		cause,
	});
});
