/**
 * For each sentence with which the node refuses to send something, an input that it says it of: what a
 * test runs on n8n's engine.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import { bySlug, filledForm, fromList } from '../parameters.mts';
import type { JsonObject, JsonValue } from '../../nodes/TriggerFlow/shared/json.ts';
import type { RunOptions } from './harness.mts';
import { mixedUpCall, refused, URL, waitingTool, type Example } from './parts/refused.mts';

const credential = (fields: RunOptions['credential']) => refused({ credential: fields });

const option = (options: INodeParameters) => refused({ parameters: { options } });

/** Custom Fields: name, value, type. */
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
	refused({ parameters: { options }, items: [item] });

const form = (example: JsonObject, value: IDataObject, flow = 'order-1', moreFlows = '') =>
	refused({
		parameters: { contextMode: 'form', contextMapping: filledForm(example, flow, value) },
		credential: { moreFlows },
	});

/** A form whose one field has this example and this value. */
const answer = (example: JsonValue, value: string) =>
	form({ answer: example }, { '/answer': value });

const waiting = (parameters: INodeParameters, rest: RunOptions = {}) =>
	refused({ parameters: { operation: 'startAndWait', ...parameters }, ...rest });

const request = (slug = 'order-1', url = URL) =>
	startEventRequest(url, slug, {}, 'not-a-real-token');

const pasted = (text: string) => credential({ connectWith: 'request', request: text });

const command = (more: string) => pasted(`curl -X PUT ${URL} ${more}`);

const body = (text: string) => command(`-d '${text}'`);

const START = `{"slug": "order-1", "context": {}}`;

/** By where it is put right. */
export const REFUSED: Record<string, Example[]> = {
	'The credential': [
		credential({ accessToken: ' ' }),
		credential({ accessToken: '<ACCESS_TOKEN>' }),
		credential({ accessToken: 'tökén' }),
		credential({ baseUrl: '' }),
		credential({ baseUrl: request() }),
		credential({ baseUrl: 'flows.example.com/start' }),
		credential({ baseUrl: 'ftp://flows.example.com/start' }),
		credential({ baseUrl: 'https://ada:secret@flows.example.com/start' }),
		credential({ baseUrl: `${URL}#top` }),
		credential({ baseUrl: 'http://flows.example.com/start' }),
		credential({ environment: 'staging' }),
		credential({ moreFlows: request('order-2', 'https://other.example.com/start') }),
		refused({
			parameters: { options: { protectProduction: true } },
			credential: { environment: 'production' },
			mode: 'manual',
		}),
	],

	'The request in the credential': [
		pasted(' '),
		pasted('Start this flow'),
		pasted('a'.repeat(200_001)),
		pasted(`${request()}\n`.repeat(201)),
		pasted(`${request()}\n${request()}`),
		command(`-d '${START}'`),
		command('-d @body.json'),
		command('-d \'{"slug": "order-1"'),
		command("-H 'Content-Type: application/json'"),
		pasted(`curl -X POST ${URL} -d '${START}'`),
		pasted(`curl -X PUT "$URL" -d '${START}'`),
		pasted(`curl -X PUT 'https://<HOST>/start' -d '${START}'`),
		command('-d "{\\"slug\\": \\"$SLUG\\", \\"context\\": {}}"'),
		body('{"slug": "order-1", "context": {"email": ada@example.com}}'),
		body('{"context": {}}'),
		body('{"slug": "order-1"}'),
		body('{"slug": "order-1", "context": {}, "email": "ada@example.com"}'),
	],

	'The flow': [
		refused({ parameters: { flow: bySlug(' ') } }),
		refused({ parameters: { flow: bySlug('={{ {} }}') } }),
		refused({ parameters: { flow: bySlug(' order-1') } }),
		refused({ parameters: { flow: fromList('order-1') } }),
		refused({
			parameters: { flow: fromList('order-1') },
			credential: { moreFlows: request('order-2') },
		}),
	],

	'Map Fields': [
		refused({ parameters: { contextMode: 'form' } }),
		form({ email: 'ada@example.com' }, { '/plan': 'pro' }),
		form({ email: 'ada@example.com' }, { '/email': ' ' }),
		form({ plan: 'pro' }, { '/plan': 'free' }, 'order-2', request('order-2')),
		answer(5, 'soon'),
		answer(true, '={{ "perhaps" }}'),
		answer('soon', '={{ Infinity }}'),
		answer([1], 'red'),
		answer(['red'], '[red]'),
		answer({}, 'plan: pro'),
		answer('soon', '={{ new Date("soon") }}'),
		answer(5, '12345678901234567890'),
	],

	'Custom Fields, JSON and Entire Input Item': [
		refused({ parameters: { contextMode: 'fields', contextFields: '={{ "text" }}' } }),
		fields(['', 'ada@example.com', 'string']),
		fields(['session..plan', 'pro', 'string']),
		fields(['plan', 'pro', 'string'], ['plan', 'free', 'string']),
		fields(['day', '2025-01-31', 'dateTime']),
		json(' '),
		json('{"email": ada@example.com}'),
		json('["ada@example.com"]'),
		json('{"id": 12345678901234567890}'),
		json('={{ { seats: 1 / 0 } }}'),
		input(circularItem()),
		refused({ parameters: { contextMode: 'none' } }),
	],

	'Start and Wait for Callback': [
		waiting({}, { items: [{}, {}] }),
		waiting({}, { waitingUrl: 'http://localhost:5678/webhook-waiting' }),
		waiting({ callbackField: 'meta..callbackUrl' }),
		waiting({ callbackField: 'meta.callbackUrl' }, { items: [{ meta: 'text' }] }),
		waiting({ pendingCallback: '={{ $json.callback }}' }),
		waiting({ waitLimit: 0 }),
		waiting({}, { credential: { accessToken: '={{ $json.token }}' } }),
		waitingTool,
	],

	'The options and the rest': [
		option({ includeInput: 'perhaps' }),
		option({ timeout: 0 }),
		option({ responseFormat: 'xml' }),
		option({ idempotencyKeyField: 5 }),
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
