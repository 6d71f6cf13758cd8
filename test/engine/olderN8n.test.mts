/** What the node does for older versions of n8n; `npm run test:n8n` runs it on the oldest one. */
import { adaptToEarlyN8n, bodyThatEnds } from '../../nodes/TriggerFlow/n8n/earlyN8n';
import { markForErrorBranch } from '../../nodes/TriggerFlow/n8n/outputItems';
import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node';

const CREDENTIAL = { name: 'triggerFlowApi', required: true };

test('this n8n gets the node as a tool, and its connection test', () => {
	const { description } = new TriggerFlow();
	expect(description.usableAsTool).toBe(true);
	expect(description.credentials).toEqual([{ ...CREDENTIAL, testedBy: 'testConnection' }]);
});

test('an early n8n gets neither, because it does both wrong', () => {
	const { description } = new TriggerFlow();
	adaptToEarlyN8n(description, { convertNodeToAiTool: () => {} });
	expect('usableAsTool' in description).toBe(false);
	expect(description.credentials).toEqual([CREDENTIAL]);
});

test('only an early n8n gets a body by which it ends a request', () => {
	const { signal } = new AbortController();
	expect(bodyThatEnds('{}', signal)).toEqual(Buffer.from('{}'));
	expect(bodyThatEnds('{}', signal, {})).toEqual(
		expect.objectContaining({ pipe: expect.any(Function) }),
	);
});

test('a failed item is marked for the error branch, and its copy is not', () => {
	const item = { json: { error: 'It failed', details: { outcome: 'unknown' } } };
	const marked = markForErrorBranch({ ...item }, 'It failed');
	expect(marked.error).toBeInstanceOf(Error);
	expect({ ...marked }).toEqual(item);
	expect(({ ...marked } as { error?: Error }).error).toBeUndefined();
	// Some versions take the mark off.
	expect(() => (marked.error = undefined)).not.toThrow();
});
