import { readSlug } from '../../../nodes/TriggerFlow/flow/flow';
import { refusalOf } from '../errors/refusal.mts';

test.each<[unknown, string]>([
	['echo-1', 'echo-1'],
	['a "quoted" größe 😀', 'a "quoted" größe 😀'],
	[42, '42'],
	[0, '0'],
])('%j is the slug %s', (given, slug) => {
	expect(readSlug(given)).toBe(slug);
});

test.each(['', ' \n\u00a0', undefined, null])('%j is no flow', (given) => {
	const { message, description } = refusalOf(() => readSlug(given));
	expect(message).toMatch(/^No flow is chosen/);
	expect(description).toMatch(/parameter Flow.*expression/);
});

test.each([
	['the number NaN', NaN],
	['the boolean true', true],
	['an object', { slug: 'echo-1' }],
	['a list', ['echo-1']],
])('%s is no text', (words, given) => {
	expect(refusalOf(() => readSlug(given)).message).toBe(
		`The slug is ${words}, but it has to be text`,
	);
});

test.each(['echo-1 ', ' echo-1', 'echo-1\n'])('%j has a blank at an end', (given) => {
	expect(refusalOf(() => readSlug(given)).message).toMatch(
		/^The slug "echo-1" begins or ends with/,
	);
});
