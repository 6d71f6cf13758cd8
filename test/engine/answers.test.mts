/** Answers become items: whole answers through n8n's HTTP helper and its file storage. */
import { rmSync, writeFileSync } from 'node:fs';

import nock from 'nock';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { contextOf, reply, serviceForEach } from './faultyService.mts';
import { createExecuteContext, runNode, RETRY_ON_FAIL } from './harness.mts';
import { useFileStorage } from './parts/engine.mts';

const service = serviceForEach();

test('an answer with a field error, which n8n reads as a failure, stays on the success branch', async () => {
	const url = 'https://flows.example.com/';
	nock(url).put('/').reply(200, '{"error":1}');
	const { outputs, error } = await runNode({ url, settings: { onError: 'continueErrorOutput' } });
	// Jest shares Node's own modules between test files, and other tests need real connections.
	nock.restore();
	expect(error).toBeUndefined();
	const shown = outputs.map((output) => output.map(({ json }) => json));
	expect(shown).toEqual([[{ error: 1, statusCode: 200 }], []]);
});

test('items are in input order, paired with what started the flow, whatever the order of the answers', async () => {
	let answerFirst = () => {};
	service.answers((response, body, nth) => {
		const { n } = contextOf(body);
		const answer = () => response.end(n === 2 ? '[{ "n": "2a" }, { "n": "2b" }]' : `{ "n": ${n} }`);
		if (nth === 1) answerFirst = answer;
		else for (const one of [answer, answerFirst]) one();
	});
	const { outputs, shown } = await runNode({ url: service.url, items: [{ n: 1 }, { n: 2 }] });
	expect(shown).toEqual([{ n: 1 }, { n: '2a' }, { n: '2b' }]);
	const pairs = [0, 1, 1].map((item) => ({ item }));
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
});

test('a list of 200,000 elements becomes as many items', async () => {
	service.answers(reply(200, JSON.stringify(Array(200_000).fill(1))));
	expect((await runNode({ url: service.url })).shown).toHaveLength(200_000);
}, 60_000);

const FILE = reply(200, '%PDF-1.4', {
	'content-type': 'application/pdf',
	'content-disposition': 'attachment; filename="bill.pdf"',
});

test('a file goes to the binary property data', async () => {
	service.answers(FILE);
	const { outputs, shown } = await runNode({ url: service.url });
	const { data = '', fileName, mimeType } = outputs[0]?.[0]?.binary?.data ?? {};
	expect({ fileName, mimeType }).toEqual({ fileName: 'bill.pdf', mimeType: 'application/pdf' });
	expect(Buffer.from(data, 'base64').toString()).toBe('%PDF-1.4');
	expect(shown).toEqual([{}]);
});

describe('an answer that cannot be shown does not start the flow again', () => {
	test('the item says that n8n could not keep its file', async () => {
		const storage = await useFileStorage();
		// n8n stores files in this folder. Now a file is in its place, so storing fails.
		rmSync(storage, { recursive: true });
		writeFileSync(storage, '');
		service.answers((response, body, nth) =>
			(nth === 2 ? FILE : reply(200, '{"n":1}'))(response, body, nth),
		);
		const { error, shown } = await runNode({
			url: service.url,
			items: [{}, {}, {}],
			parameters: { options: { concurrency: 1 } },
			settings: RETRY_ON_FAIL,
		});
		expect(error).toBeUndefined();
		expect(service.received).toHaveLength(3);
		const warning: unknown = expect.stringMatching(
			/^The flow was started, but the file .* could not be stored\. .*ENOTDIR/,
		);
		expect(shown).toEqual([{ n: 1 }, { statusCode: 200, warning }, { n: 1 }]);
		rmSync(storage);
	});

	test('the item says so, too, if the node itself failed while it stored a file', async () => {
		service.answers(FILE);
		const n8n = await createExecuteContext({ url: service.url, items: [{ json: {} }] });
		const log = jest.spyOn(n8n.logger, 'error').mockImplementation(() => {});
		n8n.helpers.prepareBinaryData = () => {
			throw new TypeError('bug');
		};
		const [[item] = []] = await new StartFlow().execute.call(n8n);
		expect(item?.json.warning).toMatch(
			/could not be stored.* The node itself failed.* Please report it\.$/,
		);
		expect(log.mock.calls).toEqual([[expect.stringContaining('TypeError: bug')]]);
	});
});
