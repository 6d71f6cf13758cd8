/** Every kind of answer under every option, on n8n's real engine. */
import nock from 'nock';

import {
	ANSWER_CASES,
	FORMATS,
	INPUT,
	LAYOUTS,
	statusOf,
	type AnswerCase,
} from './answerCases.mts';
import { runNode } from './harness.mts';

const ORIGIN = 'https://flows.example.com';

beforeAll(() => nock.disableNetConnect());

// Jest shares Node's own modules between test files: others need real connections.
afterAll(() => {
	nock.enableNetConnect();
	nock.restore();
});

async function itemsFor(answer: AnswerCase, options: Record<string, boolean | string>) {
	nock(ORIGIN).put('/').reply(statusOf(answer), answer.body, answer.headers);
	const { outputs, error } = await runNode({
		url: `${ORIGIN}/`,
		items: [INPUT],
		parameters: { options },
		// Whatever the flow answers, it belongs on the success branch.
		settings: { onError: 'continueErrorOutput' },
	});
	expect(error).toBeUndefined();
	expect(outputs[1] ?? []).toEqual([]);
	return outputs[0] ?? [];
}

describe.each(ANSWER_CASES)('$kind', (answer) => {
	test.each(LAYOUTS)('$title', async ({ options, items }) => {
		const output = await itemsFor(answer, options);
		expect(output.map(({ json }) => json)).toEqual(items(answer));
	});

	test.each(FORMATS)('read as $title', async ({ responseFormat, items, file }) => {
		const output = await itemsFor(answer, { responseFormat });
		expect(output.map(({ json }) => json)).toEqual(items(answer));
		const expected = file(answer);
		if (expected === undefined) {
			expect(output.every(({ binary }) => binary === undefined)).toBe(true);
		} else {
			const { data, fileName, mimeType } = output[0]?.binary?.data ?? {};
			expect({ fileName, mimeType }).toEqual({ fileName: undefined, ...expected });
			expect(Buffer.from(data ?? '', 'base64').toString()).toBe(answer.body);
		}
	});
});
