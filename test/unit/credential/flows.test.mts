import type { FlowCredential } from '../../../nodes/TriggerFlow/credential/flowCredential';
import {
	aboutCredential,
	flowName,
	refuseOtherFlow,
} from '../../../nodes/TriggerFlow/credential/flows';
import { everythingSaid, refusalOf } from '../refusal.mts';
import { holding, QA, TOKEN } from './requests.mts';

test.each([
	['newsletter-sign-up-8f3k2m', 'Newsletter sign up (newsletter-sign-up-8f3k2m)'],
	['größe_liste_1a', 'Größe liste (größe_liste_1a)'],
	['8f3k2m', '8f3k2m'],
	['42-8f3k2m', '42-8f3k2m'],
])('lists %s as %s', (slug, name) => {
	expect(flowName({ slug, example: {} })).toBe(name);
});

describe('a flow from the list', () => {
	test('is started where the credential holds it', () => {
		expect(() => refuseOtherFlow(holding('order-1', 'mail-2'), 'mail-2')).not.toThrow();
	});

	test.each([
		[['order-1', 'mail-2'], 'It contains order-1, mail-2.'],
		[[], 'It contains no flow.'],
	])('is refused where the credential holds %j, which is shown', (slugs, contains) => {
		const { message, description } = refusalOf(() => refuseOtherFlow(holding(...slugs), 'order'));
		expect(message).toBe('The selected QA credential does not contain the flow "order"');
		expect(description).toContain(contains);
		expect(description).toContain('By Slug');
	});

	test('is refused without the token, where that was pasted as a slug', () => {
		const refusal = refusalOf(() => refuseOtherFlow(holding(`a-${TOKEN}`), `b-${TOKEN}`));
		expect(everythingSaid(refusal)).not.toContain(TOKEN);
	});
});

test.each<[FlowCredential, string]>([
	[holding(), `QA at ${QA}.`],
	[
		{ ...holding('order-1', `mail-${TOKEN}`), environment: 'production' },
		`Production at ${QA}, 2 flows: order-1, mail-***.`,
	],
])('says what a credential is for: %#', (held, said) => {
	expect(aboutCredential(held)).toBe(said);
});
