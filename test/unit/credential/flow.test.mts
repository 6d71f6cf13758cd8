import { parseSlug } from '../../../nodes/StartFlow/credential/flow.n8n';
import { refusalOf } from '../refusal.mts';

test('a slug is kept as it is', () => {
	expect(parseSlug('a "quoted" größe 😀')).toBe('a "quoted" größe 😀');
});

test.each<[string, unknown]>([
	['No flow is chosen', ' \n\u00a0'],
	['No flow is chosen', undefined],
	['No flow is chosen, because the slug is the number 42', 42],
	['No flow is chosen, because the slug is an object', { slug: 'echo-1' }],
	['The slug "echo�-1" contains an invisible character', 'echo\u200b-1'],
	['The slug "echo-1" contains', 'echo-1 '],
	['The slug "echo-1" contains', ' echo-1'],
])('a slug is refused: %s (%j)', (message, value) => {
	expect(refusalOf(() => parseSlug(value)).message.startsWith(message)).toBe(true);
});
