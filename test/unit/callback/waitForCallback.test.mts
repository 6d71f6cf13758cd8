import { isPendingCallback } from '../../../nodes/StartFlow/callback/waitForCallback.n8n';

test.each<[unknown, boolean]>([
	[{ version: 1, id: 'a' }, true],
	[{ version: 2, id: 'a' }, false],
	[{ version: 1, id: undefined }, false],
	['text', false],
])('this version has saved %j: %p', (saved, isReadable) => {
	expect(isPendingCallback(saved)).toBe(isReadable);
});
