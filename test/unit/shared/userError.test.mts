import { runInNewContext } from 'node:vm';

import { ExpressionError, NodeOperationError, type INode } from 'n8n-workflow';

import { isFault, UserError, toUserError } from '../../../nodes/StartFlow/shared/userError';

test.each<[string, unknown, string, string]>([
	["an error of n8n's", Object.assign(new Error('m'), { description: 'd' }), 'm', 'd'],
	['no text for a description', Object.assign(new Error('m'), { description: null }), 'm', ''],
	['an error without a description', new Error('m'), 'm', ''],
	['one full stop too many', new Error('Provide the output.'), 'Provide the output', ''],
	[
		"n8n's reason beside a message that says nothing",
		new ExpressionError('Invalid expression', { messageTemplate: 'No path', nodeCause: 'Code' }),
		"No path 'Code'",
		'',
	],
	['a description for nobody', { message: 'm', description: 'undefined <a href="x">' }, 'm', ''],
	['text', 'm', 'm', ''],
	['undefined', undefined, 'undefined', ''],
])('keeps the message of any thrown value: %s', (_what, thrown, message, description) => {
	const error = toUserError(thrown);
	expect(error).toBeInstanceOf(UserError);
	expect([error.message, error.advice.join()]).toEqual([message, description]);
	expect(toUserError(error)).toBe(error);
});

test('keeps one line of 300 characters of what quotes an item', () => {
	const text = 'a\n"\\"'.repeat(100_000);
	const { message, advice } = toUserError({ message: text, description: text });
	for (const line of [message, ...advice]) {
		expect(line).toMatch(/^a [^\n]*…$/);
		expect(line).toHaveLength(300);
	}
});

test.each<[string, unknown, boolean]>([
	['a TypeError', new TypeError('x is not a function'), true],
	['a TypeError of the realm of expressions', runInNewContext('new TypeError("m")'), true],
	['what has no message', undefined, true],
	['an object whose message is not text', { message: 1 }, true],
	['a refusal', new UserError('m', 'd'), false],
	["a node's error of n8n's", new NodeOperationError({ name: 'n' } as INode, 'm'), false],
	["an error of n8n's database", new Error('Connection terminated'), false],
	["an error of n8n's expressions", new ExpressionError('No path back to node'), false],
])('decides whether %s is a bug of the node, and not for people: %p', (_what, thrown, isBug) => {
	expect(isFault(thrown)).toBe(isBug);
});
