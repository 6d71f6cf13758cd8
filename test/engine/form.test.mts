/** Map Fields on n8n's engine; test/rules has the rules of the form one by one. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { JsonObject, JsonValue } from '../../nodes/TriggerFlow/shared/json.ts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import SESSION from '../../stand-in/session.json';
import { automaticForm, bySlug, filledForm, fromList } from '../parameters.mts';
import { serviceForEach } from './faultyService.mts';
import { runNode, type RunOptions } from './harness.mts';

const service = serviceForEach();

const EXAMPLE = { session: { name: 'Ada', newsletter: true }, seats: 5 };

const form = (value: IDataObject, example: JsonObject = EXAMPLE, flow = 'order-1') => ({
	contextMode: 'form',
	contextMapping: filledForm(example, flow, value),
});

const run = async (parameters: INodeParameters, options: RunOptions = {}) =>
	await runNode({ url: service.url, parameters, ...options });

test.each<[example: JsonValue, written: string | boolean, sent: JsonValue]>([
	['Ada', 'Kay', 'Kay'],
	['Ada', '={{ $json.number }}', '7'],
	[5, '6', 6],
	[5, '={{ $json.text }}', 3],
	[true, false, false],
	[true, '={{ $json.answer }}', true],
	[['red'], 'red, green', ['red', 'green']],
	[['red'], '={{ $json.list }}', [{ a: 7 }]],
	[[{ a: 1 }], '[{ "a": 2 }]', [{ a: 2 }]],
	[{}, '={{ $json.object }}', { city: 'London' }],
	['2026-01-31', '={{ DateTime.fromISO($json.at, { zone: "utc" }) }}', '2026-03-01T08:00:00.000Z'],
	[null, '={{ $json.list }}', [{ a: 7 }]],
])('where the example is %j, %j is sent as %j', async (example, written, sent) => {
	const items = [
		{
			text: '3',
			number: 7,
			answer: 'Yes',
			list: [{ a: 7 }],
			object: { city: 'London' },
			at: '2026-03-01T08:00:00Z',
		},
	];
	await run(form({ '/field': written }, { field: example }), { items });
	expect(service.contexts()).toEqual([{ field: sent }]);
});

test('dragged fields take the values of each item, and of the item of an earlier node', async () => {
	const value = {
		'/session/name': "={{ $json.person['full name'] }}",
		'/session/newsletter': '={{ $json.answers[0] }}',
		'/seats': "={{ $('Start').item.json.seats }}",
		'/note': '=For {{ $json.person["full name"].toUpperCase() }}',
	};
	const items = [
		{ person: { 'full name': 'Grace' }, answers: ['on'], seats: 1 },
		{ person: { 'full name': 'Alan' }, answers: ['no'], seats: '2' },
	];
	const parameters = form(value, { ...EXAMPLE, note: '' });
	const { outputs } = await run({ operation: 'preview', ...parameters }, { items });
	await run({ ...parameters, options: { concurrency: 1 } }, { items });
	expect(service.contexts()).toEqual([
		{ session: { name: 'Grace', newsletter: true }, seats: 1, note: 'For GRACE' },
		{ session: { name: 'Alan', newsletter: false }, seats: 2, note: 'For ALAN' },
	]);
	// A preview shows what is sent.
	const shown = outputs[0]?.map(({ json }) => (json.body as IDataObject).context);
	expect(shown).toEqual(service.contexts());
});

describe('what is empty', () => {
	const value = { '/session/name': '={{ $json.name }}', '/session/newsletter': '={{ $json.on }}' };
	const ten = Array.from({ length: 10 }, (_, n) => ({ name: n < 3 ? ' ' : 'Ada', on: 'yes' }));

	test('is not sent, and a hint says how often', async () => {
		const { hints } = await run(form(value), { items: ten });
		expect(hints).toEqual(['Not sent: session.name was empty in 3 of 10 items']);
		const contexts = service.contexts().map((context) => JSON.stringify(context));
		expect(
			contexts.filter((context) => context === '{"session":{"newsletter":true}}'),
		).toHaveLength(3);
	});

	test('in all fields is refused by name, and nothing is sent', async () => {
		const items = ten.map((item, n) => (n === 4 ? { name: '', on: null } : item));
		const { error } = await run(form(value), { items });
		expect(error?.message).toBe(
			'Every field of the form is empty, so there is nothing to send [item 4]',
		);
		expect(service.taken).toEqual([]);
	});

	test('in all fields of one item fails that item, where the node continues', async () => {
		const items = ten.map((item, n) => (n === 4 ? {} : item));
		const settings = { onError: 'continueErrorOutput' } as const;
		const { outputs } = await run(form(value), { items, settings });
		expect(service.taken).toHaveLength(9);
		expect(outputs[0]).toHaveLength(9);
		expect(outputs[1]?.map(({ json }) => json)).toEqual([
			{
				error: expect.stringMatching(/^Every field/),
				details: { outcome: 'notSent', slug: 'order-1', attempts: 0 },
			},
		]);
	});
});

test('mapped automatically, the fields come from the body that a Webhook gives', async () => {
	const { interests: _, ...session } = SESSION.session;
	const body = { ...session, 'First Name': 'Grace', utm: 'spring' };
	Reflect.deleteProperty(body, 'first_name');
	const items = [{ headers: {}, params: {}, query: { page: '2' }, body }];
	const contextMapping = automaticForm(SESSION, 'order-1');
	const { hints } = await run({ contextMode: 'form', contextMapping }, { items });
	expect(service.contexts()).toEqual([{ session: { ...session, first_name: 'Grace' } }]);
	expect(hints).toEqual([
		'Not sent: session.interests.music was empty in 1 of 1 item, session.interests.sports was empty in 1 of 1 item, session.interests.travel was empty in 1 of 1 item',
	]);
});

describe('the form of another flow', () => {
	const parameters = { flow: bySlug('order-1'), ...form({ '/seats': '3' }, EXAMPLE, 'order-2') };
	const requestOf = (slug: string) => startEventRequest(service.url, slug, EXAMPLE);

	test('is refused where the credential holds that flow', async () => {
		const credential = { moreFlows: requestOf('order-1') + requestOf('order-2') };
		const { error } = await run(parameters, { credential });
		expect(error?.message).toBe(
			'The form shows the fields of the flow "order-2", but the chosen flow is "order-1"',
		);
		expect(error?.description).toContain('⋮ → Refresh Field List');
		expect(service.taken).toEqual([]);
	});

	test('is one made in QA, where the credential does not', async () => {
		await run(parameters, { credential: { moreFlows: requestOf('order-1') } });
		expect(service.contexts()).toEqual([{ seats: 3 }]);
	});
});

test('going live is selecting the other credential, also one without the example', async () => {
	const parameters = { flow: bySlug('order-1'), ...form({ '/seats': '3' }) };
	const moreFlows = startEventRequest(service.url, 'order-1', EXAMPLE);
	await run(parameters, { credential: { moreFlows } });
	await run(parameters, { credential: { environment: 'production' } });
	const other = startEventRequest(service.url, 'order-1', { seats: 'five', plan: 'pro' });
	const listed = { ...parameters, flow: fromList('order-1') };
	await run(listed, { credential: { environment: 'production', moreFlows: other } });
	expect(service.contexts()).toEqual(Array(3).fill({ seats: 3 }));
});

test.each<[string, INodeParameters['contextMapping'], RegExp]>([
	['that was never opened', undefined, /^The form has no fields/],
	['of an example without fields', filledForm({}, 'order-1', {}), /^The form has no fields/],
	[
		'with a value that no field shows',
		filledForm(EXAMPLE, 'order-1', { '/plan': 'pro' }),
		/^The form has a value for "\/plan", but shows no such field/,
	],
	[
		'with a value of another type',
		filledForm(EXAMPLE, 'order-1', { '/seats': 'six' }),
		/^The field "seats" should be a number, but its value is "six"$/,
	],
	[
		'whose expression fails',
		filledForm(EXAMPLE, 'order-1', { '/seats': "={{ $('No').item.json.x }}" }),
		/^The field "seats": Referenced node doesn't exist/,
	],
])('a form %s is refused', async (_what, contextMapping, message) => {
	const { error } = await run({ contextMode: 'form', ...(contextMapping && { contextMapping }) });
	expect(error?.message).toMatch(message);
	expect(service.taken).toEqual([]);
});
