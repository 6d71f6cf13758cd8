import { readSlug } from '../../../nodes/TriggerFlow/flow/flow';
import { refusalOf } from '../refusal.mts';

test.each<[unknown, string]>([
	['a "quoted" größe 😀', 'a "quoted" größe 😀'],
	[42, '42'],
	[0, '0'],
])('takes %j for the slug %s', (given, slug) => {
	expect(readSlug(given)).toBe(slug);
});

test.each<[string, unknown]>([
	...['', ' \n\u00a0', undefined, null].map((given): [string, unknown] => [
		'No flow is chosen',
		given,
	]),
	['The slug is the number NaN, but it has to be text', NaN],
	['The slug is the boolean true, but it has to be text', true],
	['The slug is an object, but it has to be text', { slug: 'echo-1' }],
	['The slug is a list, but it has to be text', ['echo-1']],
	...['echo-1 ', ' echo-1', 'echo-1\n'].map((given): [string, unknown] => [
		'The slug "echo-1" begins or ends with',
		given,
	]),
])('refuses: %s (%j)', (message, given) => {
	expect(refusalOf(() => readSlug(given)).message.startsWith(message)).toBe(true);
});
