/** What the editor asks the node for: the credential's flows, and the form of the chosen one. */
import { contextForm } from '../../nodes/TriggerFlow/form/contextForm';
import { searchFlows } from '../../nodes/TriggerFlow/flow/flow';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { bySlug, fromList } from '../parameters.mts';
import { editorContext, TOKEN } from './harness.mts';

const URL = 'https://flows.example.com/start';
const EXAMPLE = { session: { email: `${TOKEN}@example.com`, terms: true }, tags: ['new'] };

const request = (slug: string, example: object, token?: string) =>
	startEventRequest(URL, slug, example, token);

/** A credential with two flows, of which the second has an example without fields. */
const CREDENTIAL = {
	connectWith: 'request',
	request: request('newsletter-sign-up-8f3k2m', EXAMPLE, TOKEN),
	moreFlows: request('order-2', {}),
};

type Options = Parameters<typeof editorContext>[0];

const NO_CREDENTIAL: Options = { settings: { credentials: {} } };
const UNREADABLE: Options = { credential: { ...CREDENTIAL, request: 'Start this flow' } };
const WITHOUT_FLOWS: Options = { url: URL };

describe('the list of flows', () => {
	const list = async (options: Options, filter?: string) =>
		(await searchFlows.call(await editorContext(options), filter)).results;

	const FLOWS = [
		{ name: 'Newsletter sign up (newsletter-sign-up-8f3k2m)', value: 'newsletter-sign-up-8f3k2m' },
		{ name: 'Order (order-2)', value: 'order-2' },
	];

	test.each([
		[undefined, FLOWS],
		[' SIGN', FLOWS.slice(0, 1)],
		['order-2', FLOWS.slice(1)],
		['nothing', []],
	])('has those of the credential that fit %j', async (filter, flows) => {
		expect(await list({ credential: CREDENTIAL }, filter)).toEqual(flows);
	});

	test.each<[string, Options, RegExp]>([
		['no credential', NO_CREDENTIAL, /^Select a credential first\./],
		['an unreadable request', UNREADABLE, /^Start Event Request in the credential: .*curl/],
		['no flow', WITHOUT_FLOWS, /^The credential contains no flow\. .*choose By Slug\./],
	])(
		'says what to do with %s, and to choose that chooses nothing',
		async (_what, options, name) => {
			expect(await list(options, 'order')).toEqual([
				{ name: expect.stringMatching(name), value: '' },
			]);
		},
	);
});

describe('the form', () => {
	const formOf = async (options: Options, flow = fromList('newsletter-sign-up-8f3k2m')) =>
		await contextForm.call(await editorContext({ ...options, parameters: { flow } }));

	test.each([fromList, bySlug])('has the fields of the flow, without the token', async (chosen) => {
		const flow = chosen('newsletter-sign-up-8f3k2m');
		const { fields, emptyFieldsNotice } = await formOf({ credential: CREDENTIAL }, flow);
		expect(emptyFieldsNotice).toBeUndefined();
		expect(fields).toMatchObject([
			{
				id: '/session/email',
				displayName: 'session.email (e.g. ***@example.com)',
				type: 'string',
				contextType: 'string',
				contextFlow: 'newsletter-sign-up-8f3k2m',
			},
			{ id: '/session/terms', displayName: 'session.terms (e.g. true)', type: 'options' },
			{ id: '/tags', displayName: 'tags (e.g. ["new"])', contextType: 'strings' },
		]);
	});

	test('of the tool variant has names without examples, and no lists of values', async () => {
		const { fields } = await formOf({ credential: CREDENTIAL, isTool: true });
		expect(fields.map(({ displayName, type }) => [displayName, type])).toEqual([
			['session.email', 'string'],
			['session.terms', 'string'],
			['tags', 'string'],
		]);
	});

	test.each<[string, Options, string | undefined, RegExp]>([
		['no credential', NO_CREDENTIAL, undefined, /^Select a credential first\./],
		['an unreadable request', UNREADABLE, undefined, /^Start Event Request in the credential: /],
		['no flow', WITHOUT_FLOWS, undefined, /no example for this flow\. Add the request .*or set/],
		['another flow', { credential: CREDENTIAL }, 'order-3', /no example for this flow/],
		[
			'an example without fields',
			{ credential: CREDENTIAL },
			'order-2',
			/^The example of this flow has no fields\. .*Custom Fields/,
		],
	])('says what to do with %s', async (_what, options, slug, notice) => {
		const form = await formOf(options, slug === undefined ? undefined : fromList(slug));
		expect(form).toEqual({ fields: [], emptyFieldsNotice: expect.stringMatching(notice) });
	});
});
