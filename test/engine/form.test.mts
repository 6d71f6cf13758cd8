/** Map Fields on n8n's engine: mapped fields, empty fields, the form of another flow, and going live. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { JsonObject } from '../../nodes/StartFlow/shared/json.ts';
import { startEventRequest } from '../../tools/stand-in/startEvent.mts';
import { automaticForm, filledForm } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, runNode, TOKEN, type RunOptions } from './harness.mts';

const service = serviceForEach();

const EXAMPLE = { session: { name: 'Ada', newsletter: true }, seats: 5 };

const form = (value: IDataObject, example: JsonObject = EXAMPLE, flow = 'order-1') => ({
	contextMode: 'form',
	contextMapping: filledForm(example, flow, value),
});

const automatic = { contextMode: 'form', contextMapping: automaticForm(EXAMPLE, 'order-1') };

const run = async (parameters: INodeParameters, options: RunOptions = {}) =>
	await runNode({ url: service.url, parameters, ...options });

/** A preview is for runs by hand. */
const preview: typeof run = async (parameters, options) =>
	await run({ operation: 'preview', ...parameters }, { mode: 'manual', ...options });

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
	const { shown } = await preview(parameters, { items });
	await run({ ...parameters, options: { concurrency: 1 } }, { items });
	expect(service.contexts()).toEqual([
		{ session: { name: 'Grace', newsletter: true }, seats: 1, note: 'For GRACE' },
		{ session: { name: 'Alan', newsletter: false }, seats: 2, note: 'For ALAN' },
	]);
	// A preview shows what is sent.
	expect(shown.map(({ body }) => (body as IDataObject).context)).toEqual(service.contexts());
});

describe('a form that is out of date', () => {
	const value = { '/session/name': 'Ada', '/seats': '1' };
	const changed = { session: { fullName: 'Ada', newsletter: true }, seats: 5 };
	const moreFlows = () => startEventRequest(service.url, 'order-1', changed);

	test('says in every run what is new and what is gone, and starts the flow', async () => {
		const credential = { moreFlows: moreFlows() };
		const { hints } = await run(form(value), { credential });
		expect(hints).toEqual([
			expect.stringMatching(
				/^The flow's example and the form have different fields .*new: "session\.fullName"; gone: "session\.name".*Refresh Field List/,
			),
		]);
		const previewed = await preview(form(value), { credential });
		expect(previewed.hints).toEqual([...hints, 'QA: preview, nothing was sent']);
		expect(service.received).toHaveLength(1);
		// The first item has no flow.
		const flow = { mode: 'slug', value: '={{ $json.flow }}' };
		const items = [{}, { flow: 'order-1' }];
		const mixed = await run(
			{ ...form(value), flow },
			{ credential, items, settings: CONTINUE_ON_ERROR },
		);
		expect(mixed.hints[0]).toBe(hints[0]);
	});

	test('says so under Map Automatically, with the way out, and sends what is new', async () => {
		const item = { name: 'Ada', fullName: 'Ada Lovelace' };
		const options: RunOptions = { items: [item], mode: 'manual' };
		const { hints } = await run(automatic, { ...options, credential: { moreFlows: moreFlows() } });
		expect(hints[0]).toMatch(
			/new: "session\.fullName"; gone: "session\.name".*Map Each Column Manually, then ⋮ → Refresh Field List, and go back$/,
		);
		expect(hints[1]).toBe('QA: 1 started');
		// Production has no example.
		expect((await run(automatic, options)).hints[0]).toBe('QA: 1 started');
		expect(service.contexts()).toEqual([
			{ session: { fullName: 'Ada Lovelace' } },
			{ session: { name: 'Ada' } },
		]);
	});

	test('says so in the error of a run, and if every item is refused, as in production by hand', async () => {
		const credential = { moreFlows: moreFlows(), environment: 'production' };
		service.answers(reply(422));
		const { error } = await run(form(value), { credential });
		expect(error?.description).toContain('The form is outdated. As the last step, choose ⋮ →');
		expect((await run(form(value))).error?.description).not.toContain('outdated');
		const bad = form({ ...value, '/seats': 'many' });
		const { hints } = await run(bad, { credential, mode: 'manual', settings: CONTINUE_ON_ERROR });
		expect(hints[0]).toContain('gone: "session.name"');
		const previewed = await preview(bad, { credential });
		expect(previewed.error?.description).toContain('The form is outdated');
	});

	test('says nothing about a field that somebody has removed', async () => {
		const { contextMapping } = form(value);
		const fields = contextMapping.schema as IDataObject[];
		const schema = fields.map((one) => ({ ...one, removed: one.id === '/session/newsletter' }));
		const parameters = { contextMode: 'form', contextMapping: { ...contextMapping, schema } };
		const moreFlows = startEventRequest(service.url, 'order-1', EXAMPLE);
		const { hints } = await run(parameters as INodeParameters, { credential: { moreFlows } });
		expect(hints).toEqual([]);
	});

	test('counts its mapped fields in a run by hand, without one that gets the key', async () => {
		const options = { idempotencyKeyField: 'session.newsletter' };
		const { hints } = await run({ options, ...form(value) }, { mode: 'manual' });
		expect(hints).toEqual(['QA: 1 started, 2 of 2 fields mapped']);
	});
});

test.each([
	form({ '/session/name': '={{ $json.name }}', '/seats': '={{ $json.seats }}' }),
	automatic,
])(
	'all items that are refused are named in one run, by their first mapped value: %#',
	async (parameters) => {
		const items = Array.from({ length: 40 }, (_, n) => ({
			name: n === 7 ? `${TOKEN} INV-1007` : `INV-${1_000 + n}`,
			seats: n === 7 || n > 35 ? 'many' : n,
		}));
		const { error } = await run(parameters, { items, mode: 'manual' });
		expect(error?.message).toMatch(/^0 of 40 started\. The field "seats" should be a number/);
		expect(error?.description).toContain(
			'5 refused by the node: items 7 (*** INV-1007), 36 (INV-1036), 37 (INV-1037) and 2 more',
		);
		expect(error?.description?.split(' ').length).toBeLessThanOrEqual(70);
		expect(service.received).toEqual([]);
	},
);

test.each<INodeParameters>([
	form({}, {}),
	{ contextMode: 'json', contextJson: '={ "slug": "a", "context": { "n": {{ 1 }} } }' },
])('no item is to blame for the parameters %j', async (parameters) => {
	const { error } = await run(parameters);
	expect(error?.description).toMatch(/^Nothing was sent for this item\. .* Then retry execution/);
});

test('an item is named by what was mapped, and neither by a header of a Webhook nor by a key', async () => {
	service.answers(reply(422));
	const json = { headers: { host: 'n8n.example' }, params: {}, query: {}, body: { seats: 'many' } };
	const refused = await run(automatic, { items: [json, json] });
	expect(refused.error?.description).toContain(
		'2 refused by the node: items 0 (many) and 1 (many)',
	);
	const options = { idempotencyKeyField: 'key', concurrency: 1 };
	const mail = form({ '/session/name': 'Ada <a@b.example>' });
	const { hints } = await run(mail, { items: [{}, {}], settings: CONTINUE_ON_ERROR });
	// n8n shows a hint as HTML.
	expect(hints).toEqual([expect.stringContaining('items 0 (Ada ‹a@b.example›) and 1 ')]);
	const onlyBoolean = { ...form({ '/session/newsletter': true }), options };
	const rejected = await run(onlyBoolean, { items: [{}, {}], settings: CONTINUE_ON_ERROR });
	expect(rejected.hints).toEqual([expect.stringContaining('2 rejected: items 0 and 1')]);
});

describe('a field that is empty', () => {
	test.each<[string | undefined, string[]]>([
		[undefined, []],
		[' \n', []],
		['={{ $json.missing }}', ['the expression found nothing']],
		['={{ null }}', ['empty']],
	])(
		'is not sent, and a mapped one has a reason, in a preview, too: %j',
		async (written, reasons) => {
			const parameters = form({ '/session/name': written, '/seats': '1' } as IDataObject);
			const { hints } = await run(parameters);
			expect(service.contexts()).toEqual([{ seats: 1 }]);
			expect(hints.map((hint) => /\((.*)\)/.exec(hint)?.[1])).toEqual(reasons);
			const previewed = await preview(parameters);
			expect(previewed.hints).toEqual(['QA: preview, nothing was sent', ...hints]);
		},
	);
});
