import type { INode } from 'n8n-workflow';

import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import { failedItemJson } from '../../../nodes/StartFlow/answer/toItems';
import type { Failure } from '../../../nodes/StartFlow/outcome/outcomes';
import type { UnpreparedStart } from '../../../nodes/StartFlow/start/itemStart';

const node = (type: string) => ({ type }) as INode;

const failure: Failure = {
	outcome: 'rejected',
	message: 'It was rejected: the flow was not started',
	description: 'Compare the slug.',
};

const failedWith = (reason: Failure): UnpreparedStart => ({
	kind: 'unprepared',
	slug: declareMasked('order-1'),
	label: declareMasked(''),
	environment: 'QA',
	failure: declareMasked(reason),
});

describe('a failed item', () => {
	test('is exactly its error and details', () => {
		expect(failedItemJson(node('startFlow'), failedWith(failure))).toStrictEqual({
			error: failure.message,
			details: { outcome: 'rejected', slug: 'order-1', attempts: 0 },
		});
	});

	test('has the status and body of the answer', () => {
		const answered = { ...failure, statusCode: 404, body: { message: 'no' } };
		expect(failedItemJson(node('startFlow'), failedWith(answered)).details).toStrictEqual({
			outcome: 'rejected',
			slug: 'order-1',
			attempts: 0,
			statusCode: 404,
			body: { message: 'no' },
		});
	});

	test('says in one string what to do when an agent reads it', () => {
		const { error } = failedItemJson(node('startFlowTool'), failedWith(failure));
		expect(error).toBe(
			`${failure.message}. Call the tool again only if other values can help. Otherwise, tell the person.`,
		);
	});
});
