import { isPendingCallback } from '../../../nodes/StartFlow/callback/pendingCallback';

const OPTIONS = { fullResponse: false, includeInput: true, responseFormat: 'auto' };
const SAVED = { version: 1, id: 'a', until: 1, statusCode: 200, options: OPTIONS, input: {} };

test('reads what a run has saved', () => {
	expect(isPendingCallback(SAVED)).toBe(true);
});

test.each([
	...Object.keys(SAVED).map((key) => ({ ...SAVED, [key]: [] })),
	...Object.keys(OPTIONS).map((key) => ({ ...SAVED, options: { ...OPTIONS, [key]: 1 } })),
	undefined,
	'text',
])('does not read %j', (damaged) => {
	expect(isPendingCallback(damaged)).toBe(false);
});
