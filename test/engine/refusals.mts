/**
 * For each sentence with which the node refuses to send something, an input that it says it of: what a
 * test runs on n8n's engine, and what the tables in docs/troubleshooting.md are made of.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import { mixedUpCall, refused, URL, waitingTool, type Example } from './parts/refused.mts';

const credential = (fields: IDataObject) => refused({ credential: fields });

const slug = (value: string) => refused({ parameters: { slug: value } });

const option = (options: INodeParameters) => refused({ parameters: { options } });

/** Rows of the Fields: name, value, type. */
const fields = (...rows: Array<[string, string, string]>) =>
	refused({
		parameters: {
			contextMode: 'fields',
			contextFields: {
				assignments: rows.map(([name, value, type], id) => ({ id: String(id), name, value, type })),
			},
		},
	});

const json = (contextJson: string) => refused({ parameters: { contextMode: 'json', contextJson } });

const input = (item: IDataObject, options: INodeParameters = {}) =>
	refused({ parameters: { contextMode: 'input', options }, item });

const pasted = (startEventRequest: string, form: INodeParameters = {}, item?: IDataObject) =>
	refused({ parameters: { flow: 'startEvent', startEventRequest, ...form }, item });

const command = (more: string) => pasted(`curl -X PUT ${URL} ${more}`);

const waiting = (parameters: INodeParameters, rest: Parameters<typeof refused>[0] = {}) =>
	refused({ parameters: { operation: 'startAndWait', ...parameters }, ...rest });

const body = (text: string) => command(`-d '${text}'`);

/** As the Start Event shows it, token and all. */
const request = ({ url = URL, slug = 'order-1', token = 'not-a-real-token' } = {}) =>
	startEventRequest(url, slug, {}, token);

const listed = (listedFlow: string, fields: IDataObject) =>
	refused({ parameters: { flow: 'list', listedFlow }, credential: fields });

/** The form of a request with this example, as n8n keeps it. */
const form = (example: IDataObject, contextMapping: INodeParameters, item?: IDataObject) =>
	pasted(
		`curl -X PUT ${URL} -d '${JSON.stringify({ slug: 'order-1', context: example })}'`,
		{ contextMode: 'form', contextMapping },
		item,
	);

const byHand = (example: IDataObject, value: INodeParameters | null, item?: IDataObject) =>
	form(example, { mappingMode: 'defineBelow', value } as INodeParameters, item);

/** By where it is put right. */
export const REFUSED: Record<string, Example[]> = {
	'The credential': [
		credential({ accessToken: ' ' }),
		credential({ accessToken: 'two\nlines' }),
		credential({ accessToken: 'two words' }),
		credential({ baseUrl: '' }),
		credential({ baseUrl: `${URL} ` }),
		credential({ baseUrl: request() }),
		credential({ baseUrl: 'flows.example.com/start' }),
		credential({ baseUrl: 'ftp://flows.example.com/start' }),
		credential({ baseUrl: 'https://ada:secret@flows.example.com/start' }),
		credential({ baseUrl: `${URL}#top` }),
		credential({ baseUrl: 'http://flows.example.com/start' }),
		credential({ environment: 'staging' }),
		credential({ accessToken: request({ token: '<ACCESS_TOKEN>' }) }),
		credential({ accessToken: `${request()}\n${request()}` }),
		credential({ accessToken: `curl ${URL}` }),
		credential({ accessToken: request({ url: 'https://other.example.com/start' }) }),
		credential({
			accessToken: request().replace(' -d', " -H 'Authorization: Bearer 2f6a90c4d1' -d"),
		}),
		refused({
			parameters: { options: { protectProduction: true } },
			credential: { environment: 'production' },
			mode: 'manual',
		}),
	],

	'The flows of the credential': [
		listed('', {}),
		listed('', { accessToken: request(), startEvents: request({ slug: 'order-2' }) }),
		listed('order-2', { accessToken: request() }),
		listed('order-1', { startEvents: 'Start this flow' }),
		listed('order-1', { startEvents: request({ token: '2f6a90c4d1' }) }),
		listed('order-1', { startEvents: request({ slug: 'order-not-a-real-token' }) }),
	],

	'The pasted request': [
		pasted(' '),
		pasted('Start this flow'),
		pasted('a'.repeat(200_001)),
		pasted(`curl -X PUT ${URL} -d '{"slug":"demo-1","context":{}}'\n`.repeat(101)),
		command('-d @body.json'),
		pasted(`curl ${URL} -d '{"slug": "order-1", "context": {}}'`),
		pasted(`curl -X POST ${URL} -d '{"slug": "order-1", "context": {}}'`),
		pasted(`curl -X PURGE ${URL} -d '{"slug": "order-1", "context": {}}'`),
		pasted(`curl -X PUT 'https://<HOST>/start' -d '{"slug": "order-1", "context": {}}'`),
		pasted(`curl -X PUT ${URL} ${URL}a -d '{"slug": "order-1", "context": {}}'`),
		command('-d "{"slug": "order-1", "context": {}}"'),
		command('-d "{\\"slug\\": \\"$SLUG\\", \\"context\\": {}}"'),
		body('{"slug": "order-1", "context": }'),
		body('{"slug": "order-1", "context": {"email": $EMAIL}}'),
		body('{"slug": "order-1", "context": {"id": 12345678901234567890}}'),
		body('{"context": {}}'),
		body('{"slug": 5, "context": {}}'),
		body('{"slug": "", "context": {}}'),
		body('{"slug": "<slug>", "context": {}}'),
		body('{"slug": "order-1"}'),
		body('{"slug": "order-1", "context": []}'),
		body('{"slug": "order-1", "context": {}, "email": "ada@example.com"}'),
		pasted(`curl -X PUT https://other.example.com/ -d '{"slug": "order-1", "context": {}}'`),
		pasted(
			['order-1', 'order-2']
				.map((name) => `curl -X PUT ${URL} -d '{"slug": "${name}", "context": {}}'`)
				.join('\n'),
		),
	],

	'A token in the pasted request': [
		command("-H 'Authorization: Bearer 2f6a90c4d1'"),
		pasted('the token is Bearer 2f6a90c4d1'),
		pasted(`eyJ${'a'.repeat(20)}.${'a'.repeat(20)}`),
		command("-H 'X-Api-Key: 2f6a90c4d1'"),
		command("-b 'session=2f6a90c4d1'"),
		command('-u ada:2f6a90c4d1'),
		command('--proxy-pass 2f6a90c4d1'),
		pasted('curl -X PUT https://ada:2f6a90c4d1@flows.example.com/start'),
		pasted('ACCESS_TOKEN=2f6a90c4d1b73e58'),
		body('{"slug": "order-1", "context": {"note": "not-a-real-token"}}'),
	],

	'The form of the pasted request': [
		byHand({ email: 'ada@example.com' }, {}),
		byHand({ name: 'Ada Lovelace' }, { '/name': '={{ Ada Lovelace }}' }),
		byHand({ email: 'ada@example.com' }, { '/plan': 'pro' }),
		form(
			{ email: 'ada@example.com' },
			{ mappingMode: 'defineBelow', value: {}, schema: [{ id: '/plan' }] },
		),
		form({ email: 'ada@example.com' }, { mappingMode: 'autoMapInputData', value: {} }),
		form({ urgent: true }, { mappingMode: 'defineBelow', value: {}, schema: [{ id: '/urgent' }] }),
		...[5, true, ['red'], {}, '2025-01-31T09:30'].map((example) =>
			byHand({ answer: example }, { '/answer': ' ' }),
		),
		byHand({ answer: 5 }, { '/answer': 'soon' }),
		byHand({ answer: 5 }, { '/answer': true }),
		byHand({ answer: 'soon' }, { '/answer': ['red', 'blue'] }),
		byHand({ answer: true }, { '/answer': '={{ $json.answer }}' }, { answer: 'yes' }),
		byHand({ answer: ['red'] }, { '/answer': 'red,,blue' }),
		byHand({ answer: {} }, { '/answer': 'soon' }),
		byHand({ day: '2025-01-31T09:30' }, { '/day': '={{ new Date("soon") }}' }),
		byHand({ day: '2025-01-31T09:30' }, { '/day': '={{ 5 }}' }),
		refused({ parameters: { contextMode: 'form' } }),
	],

	'The context': [
		refused({ parameters: { contextMode: 'fields', contextFields: '={{ "a text" }}' } }),
		fields(['', 'ada@example.com', 'string']),
		fields(['session..plan', 'pro', 'string']),
		fields(['plan', 'pro', 'string'], ['plan', 'free', 'string']),
		fields(['plans[1]', 'pro', 'string']),
		fields(
			...Array.from({ length: 501 }, (_, n): [string, string, string] => [
				`f${n}${'.a'.repeat(99)}`,
				'x',
				'string',
			]),
		),
		fields(['seats', 'five', 'number']),
		fields(['seats', ' ', 'number']),
		fields(['seats', '12345678901234567890', 'number']),
		fields(['newsletter', 'perhaps', 'boolean']),
		fields(['plans', 'pro, free', 'array']),
		fields(['session', 'plan: pro', 'object']),
		fields(['day', '={{ new Date("soon") }}', 'string']),
		fields(['day', '2025-01-31', 'dateTime']),
		json(' '),
		json('{"email": ada@example.com}'),
		json('["ada@example.com"]'),
		json('={{ { seats: 1 / 0 } }}'),
		input(nestedItem(20_000)),
		input(circularItem()),
		refused({ parameters: { contextMode: 'form' } }),
	],

	'Start and Wait for Callback': [
		waiting({}, { items: [{}, {}] }),
		waiting({}, { waitingUrl: 'http://localhost:5678/webhook-waiting' }),
		waiting({ callbackField: 'meta..callbackUrl' }),
		waiting(
			{ callbackField: 'meta.callbackUrl', contextMode: 'input' },
			{ item: { meta: 'text' } },
		),
		waiting({ pendingCallback: '={{ $json.callback }}' }),
		waiting({ waitLimit: 0 }),
		waiting(
			{},
			{ credential: { accessToken: '={{ $json.token }}' }, item: { token: 'not-a-real-token' } },
		),
		waitingTool,
	],

	'The slug, the options and the rest': [
		slug('={{ "" }}'),
		slug('={{ {} }}'),
		slug(' order-1'),
		option({ splitArray: 'perhaps' }),
		option({ timeout: 0 }),
		option({ responseFormat: 'xml' }),
		option({ responseField: 5 }),
		option({ idempotencyKeyField: 'meta..key' }),
		input({ id: 7 }, { idempotencyKeyField: 'id' }),
		refused({ parameters: { operation: 'stop' } }),
		mixedUpCall,
	],
};

function circularItem(): IDataObject {
	const item: IDataObject = {};
	item.item = item;
	return item;
}

function nestedItem(depth: number): IDataObject {
	let item: IDataObject = {};
	for (let level = 0; level < depth; level++) item = { item };
	return item;
}
