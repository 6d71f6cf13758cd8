import assert from 'node:assert/strict';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import type { Editor } from './editor.mts';
import { beginsEmpty } from './olderEditor.mts';
import type { Scenario } from './scenario.mts';
import { shows } from './shows.mts';
import { startsOf } from './startsOf.mts';

export const ECHO_SLUG = 'echo-4kq7zt';

/** An example with a value of every kind. */
const EXAMPLE = {
	text: 'Ada',
	count: 5,
	on: true,
	off: false,
	tags: ['red', 'blue'],
	codes: ['=A1', 'b'],
	rows: [{ a: 1, b: 'x' }],
	colors: ['red'],
	address: {},
	day: '2026-01-31',
	at: '2026-01-31T09:30:00Z',
	none: null,
};

const ITEM = { address: { city: 'London' }, plan: 'pro', Text: 'Grace' };

/** How high a screen shows the whole form, in CSS pixels. */
const SCREEN = { width: 1366, height: 1800 };

/** What the form shows of each kind of value is what the flow gets. */
export async function formScenario(lab: Lab, editor: Editor, scenario: Scenario): Promise<void> {
	const { log, urls } = lab.standIn;
	const { api } = lab.n8n;
	const { node, page } = editor;
	const viewport = page.viewportSize();
	const contexts = async (expected: RegExp) =>
		(await startsOf(log, () => node.execute(expected))).map(({ context }) => context);
	const hasHints = await lab.knows('n8n-core', 'addExecutionHints');
	/** What n8n shows of a hint, or in its place. */
	const hint = async (text: string) => {
		if (!hasHints) return 'n8n has no hints: nothing says what is told elsewhere of this form.';
		await page.getByText(text).waitFor();
		return undefined;
	};
	const write = async (id: string, text: string) => {
		await node.formField(id).fill(text);
		await node.leaveField();
	};

	const credential = await api.createCredential(
		'QA of the form',
		'triggerFlowApi',
		lab.credentialFor('qa'),
	);

	const isEmpty = beginsEmpty(lab);
	const opened = await scenario.step('The form shows lists and objects as they are', async () => {
		const { id } = await api.createWorkflow(
			echoWorkflow(credential, startEventRequest(urls.qa, ECHO_SLUG, EXAMPLE), ITEM),
		);
		await page.setViewportSize(SCREEN);
		await editor.openWorkflow(id);
		await editor.openNode('Trigger Flow');
		const of = (text: string) => (isEmpty ? '' : text);
		await shows(() => node.formField('/tags').shown(), of('["red","blue"]'));
		await shows(() => node.formField('/rows').shown(), of('[{"a":1,"b":"x"}]'));
		await shows(() => node.formField('/address').shown(), of('{}'));
		await shows(() => node.formField('/day').shown(), of('2026-01-31'));
		return isEmpty ? 'n8n puts no example into the form: it begins empty.' : undefined;
	});

	await scenario.after(opened).step('Untouched, the flow gets what the form shows', async () => {
		if (isEmpty) {
			assert.deepEqual(await contexts(/The field "count" is empty/), []);
			return 'Of a form that begins empty, nothing is sent.';
		}
		assert.deepEqual(await contexts(/^1 item/), [EXAMPLE]);
		const all = 'text, count, on, off, tags, codes, rows, colors, address, day, at';
		return await hint(`Still the example's value: ${all}.`);
	});

	const edited = await scenario
		.after(opened)
		.step('Dragged onto and edited in place, the flow gets what the form shows', async () => {
			await node.drag('address', '/address');
			await node.drag('plan', '/day');
			await write('/tags', '["green","blue"]');
			await write('/colors', 'red, blue');
			await write('/rows', '[{"a":2}]');
			const filled = {
				tags: ['green', 'blue'],
				rows: [{ a: 2 }],
				colors: ['red', 'blue'],
				address: ITEM.address,
				day: 'pro',
			};
			const others = Object.keys(EXAMPLE).filter((key) => !(key in filled));
			if (isEmpty) for (const key of others) await node.formField(`/${key}`).remove();
			const expected = isEmpty ? filled : { ...EXAMPLE, ...filled };
			assert.deepEqual(await contexts(/^1 item/), [expected]);
			return isEmpty ? undefined : await hint("Still the example's value: text.");
		});

	await scenario.after(edited).step('What does not fit is refused by its name', async () => {
		await write('/rows', 'red, blue');
		assert.deepEqual(await contexts(/The field "rows" should be an array/), []);
	});

	await scenario
		.after(opened)
		.step('Mapped automatically, nothing is said that is not so', async () => {
			await node.mapAutomatically();
			assert.deepEqual(await contexts(/^1 item/), [{ text: 'Grace', address: ITEM.address }]);
			assert.equal(await page.getByTestId('empty-fields-notice').count(), 0);
			assert.equal(await page.getByText('has an empty context').count(), 0);
			return await hint('found nothing in the input for count, on, off');
		});

	await scenario.after(opened).step('A preview begins with curl and body', async () => {
		if (viewport !== null) await page.setViewportSize(viewport);
		await node.choose('operation', 'Preview Request');
		await node.output().getByTestId('radio-button-table').click();
		assert.deepEqual(await contexts(/^curl$/), []);
		const [curl, body] = await Promise.all(
			['curl', 'body'].map((name) =>
				node.output().getByText(name, { exact: true }).first().boundingBox(),
			),
		);
		assert.ok(curl && body && curl.x < body.x && body.x < (viewport?.width ?? 0));
	});
	if (viewport !== null) await page.setViewportSize(viewport);
}

/** One start of the pasted request, of an item that is pinned. */
export function echoWorkflow(
	credential: { id: string; name: string },
	startEventRequest: string,
	item: object,
) {
	return {
		name: 'What the form shows',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'trigger-flow',
				name: 'Trigger Flow',
				type: 'n8n-nodes-trigger-flow.triggerFlow',
				typeVersion: 1.1,
				position: [260, 0],
				parameters: {
					flow: 'startEvent',
					startEventRequest,
				},
				credentials: { triggerFlowApi: credential },
			},
		],
		connections: { Start: { main: [[{ node: 'Trigger Flow', type: 'main', index: 0 }]] } },
		pinData: { Start: [{ json: item }] },
	};
}
