import {
	asOneText,
	mistakeIn,
	NotSentError,
	notSent,
	notSentError,
} from '../../../nodes/TriggerFlow/rules/errors/failure';

class ErrorWithDescription extends Error {
	constructor(
		message: string,
		readonly description: unknown,
	) {
		super(message);
	}
}

test('a NotSentError is an error with a name, a message and a description', () => {
	const error = new NotSentError('what is wrong', 'what to do');
	expect(error).toBeInstanceOf(Error);
	expect(error.name).toBe('NotSentError');
	expect(error.message).toBe('what is wrong');
	expect(error.description).toBe('what to do');
	expect(String(error)).toBe('NotSentError: what is wrong');
});

test('a mistake is one text, whether it says what to do or not', () => {
	expect(asOneText(new NotSentError('What is wrong', 'Do this.'))).toBe('What is wrong. Do this.');
	expect(asOneText({ message: 'What is wrong', description: '' })).toBe('What is wrong.');
});

test('a NotSentError is handed on as it is, and says the same with a cause', () => {
	const error = new NotSentError('what is wrong', 'what to do');
	expect(notSentError(error)).toBe(error);
	const cause = { cause: 'credential-invalid' } as const;
	const { message, description, failureCause } = notSentError(error, cause);
	expect({ message, description, failureCause }).toEqual({
		message: 'what is wrong',
		description: 'what to do',
		failureCause: cause,
	});
});

test.each([
	new NotSentError('is missing', 'Fill it in.'),
	{ message: 'is missing', description: 'Fill it in.' },
])('%p in a field begins with its name', (mistake) => {
	const { message, description } = mistakeIn('Slug', mistake);
	expect([message, description]).toEqual(['Slug: is missing', 'Fill it in.']);
});

test.each([
	['with a description', new ErrorWithDescription('m', 'd'), 'm', 'd'],
	['with description = undefined', new ErrorWithDescription('m', undefined), 'm', ''],
	['with description = null', new ErrorWithDescription('m', null), 'm', ''],
	['with an object for a description', new ErrorWithDescription('m', { a: 1 }), 'm', ''],
	['without a description', new Error('m'), 'm', ''],
	['without a message', new Error(''), '', ''],
	['that is a plain object', { message: 'm', description: 'd' }, 'm', 'd'],
	['that is an object without a message', { description: 'd' }, '[object Object]', 'd'],
	['that is a text', 'a text', 'a text', ''],
	['that is a number', 42, '42', ''],
	['that is null', null, 'null', ''],
	['that is undefined', undefined, 'undefined', ''],
])('something thrown %s keeps what it said', (_what, thrown, message, description) => {
	const error = notSentError(thrown);
	expect(error).toBeInstanceOf(NotSentError);
	expect(error.message).toBe(message);
	expect(error.description).toBe(description);
});

test('the failure of an item has the cause that n8n knows', () => {
	const cause = { cause: 'credential-invalid' } as const;
	expect(notSent(new Error('m'), cause)).toMatchObject({ message: 'm', cause });
});

test.each([
	[new NotSentError('m', 'Do this.'), 'Do this. Nothing was sent for this item.'],
	[new Error('m'), 'Nothing was sent for this item.'],
])(
	'the failure of %p says that nothing was sent, and has no answer in it',
	(thrown, description) => {
		expect(notSent(thrown)).toStrictEqual({ outcome: 'notSent', message: 'm', description });
	},
);
