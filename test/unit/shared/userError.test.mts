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
		Object.assign(
			new ExpressionError('Invalid expression', {
				messageTemplate: 'No path back to referenced node',
				nodeCause: 'Code',
			}),
			{ description: 'undefined <a target="_blank" href="https://docs.n8n.io/">More info</a>' },
		),
		"No path back to referenced node 'Code'",
		'',
	],
	['text', 'm', 'm', ''],
	['undefined', undefined, 'undefined', ''],
])('keeps the message of any thrown value: %s', (_what, thrown, message, description) => {
	const error = toUserError(thrown);
	expect(error).toBeInstanceOf(UserError);
	expect([error.message, error.description]).toEqual([message, description]);
	expect(toUserError(error)).toBe(error);
});

test('keeps one line of 300 characters of what quotes an item', () => {
	const text = 'a\n"\\"'.repeat(100_000);
	const { message, description } = toUserError(
		Object.assign(new Error(text), { description: text }),
	);
	for (const line of [message, description]) {
		expect(line).toMatch(/^a [^\n]*…$/);
		expect(line).toHaveLength(300);
	}
});

test.each<[string, unknown]>([
	['a TypeError', new TypeError('x is not a function')],
	["a TypeError of another realm, such as an expression's", runInNewContext('new TypeError("m")')],
	['what has no message', undefined],
	['an object whose message is not text', { message: 1 }],
])('takes %s for a bug of the node', (_what, thrown) => {
	expect(isFault(thrown)).toBe(true);
});

test.each<[string, unknown]>([
	['a refusal', new UserError('m', 'd')],
	["a node's error of n8n's", new NodeOperationError({ name: 'n' } as INode, 'm')],
	["an error of n8n's database", new Error('Connection terminated')],
	["an error of n8n's expressions", new ExpressionError('No path back to node')],
])('takes %s for an error for people', (_what, thrown) => {
	expect(isFault(thrown)).toBe(false);
});
