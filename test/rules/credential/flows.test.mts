import {
	type FlowCredential,
	aboutCredential,
	flowName,
	refuseOtherFlow,
} from '../../../nodes/TriggerFlow/credential/flowCredential';
import { everythingSaid, refusalOf } from '../errors/refusal.mts';
import { QA, TOKEN } from './requests.mts';

const credential = (...slugs: string[]): FlowCredential => ({
	environment: 'qa',
	baseUrl: QA,
	accessToken: TOKEN,
	flows: slugs.map((slug) => ({ slug, example: {} })),
});

test.each([
	['newsletter-sign-up-8f3k2m', 'Newsletter sign up (newsletter-sign-up-8f3k2m)'],
	['order_list_2b6x8j', 'Order list (order_list_2b6x8j)'],
	['größe-1a', 'Größe (größe-1a)'],
	['--order--_list--2b6x8j', 'Order list (--order--_list--2b6x8j)'],
	['8f3k2m', '8f3k2m'],
	['42-8f3k2m', '42-8f3k2m'],
])('%s is listed as %s', (slug, name) => {
	expect(flowName({ slug, example: {} })).toBe(name);
});

describe('a flow from the list', () => {
	test('is started where the credential holds it', () => {
		expect(() => refuseOtherFlow(credential('order-1', 'mail-2'), 'mail-2')).not.toThrow();
	});

	test.each([
		['the credential lacks', ['order-1', 'mail-2'], 'It contains order-1, mail-2.'],
		['a credential without flows lacks', [], 'It contains no flow.'],
	])('that %s is refused, and shown what there is', (_what, slugs, contains) => {
		const { message, description } = refusalOf(() =>
			refuseOtherFlow(credential(...slugs), 'order'),
		);
		expect(message).toBe('The selected QA credential does not contain the flow "order"');
		expect(description).toContain(contains);
		expect(description).toContain('By Slug');
	});

	test('is refused without the token, where that was pasted as a slug', () => {
		const refusal = refusalOf(() => refuseOtherFlow(credential(`a-${TOKEN}`), `b-${TOKEN}`));
		expect(everythingSaid(refusal)).not.toContain(TOKEN);
	});
});

test.each<[FlowCredential, string]>([
	[credential(), `QA at ${QA}.`],
	[credential('order-1'), `QA at ${QA}, 1 flow: order-1.`],
	[
		{ ...credential('order-1', `mail-${TOKEN}`), environment: 'production' },
		`Production at ${QA}, 2 flows: order-1, mail-***.`,
	],
])('what a credential is for is said: %#', (held, said) => {
	expect(aboutCredential(held)).toBe(said);
});
