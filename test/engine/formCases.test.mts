/** What n8n saves of a form, and the context that the flow gets; docs/context.md shows the same. */
import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { formSchema } from '../../demo/formSchema.mts';
import { formFields } from '../../nodes/TriggerFlow/rules/form/formFields';
import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import { startEventRequest } from '../../stand-in/startEvent.mts';
import { FORM_CASES, INPUT, type FormCase } from './formCases.mts';
import { runNode } from './harness.mts';

let standIn: StandIn;

beforeAll(async () => {
	nock.restore();
	standIn = await startStandIn();
});

afterAll(async () => await standIn.close());

async function run(example: unknown, mapping: object, item: object = INPUT) {
	const from = standIn.log.starts.length;
	const { error } = await runNode({
		items: [item as IDataObject],
		parameters: {
			flow: 'startEvent',
			startEventRequest: startEventRequest(standIn.urls.qa, 'echo-4kq7zt', { field: example }),
			contextMode: 'startEvent',
			contextMapping: mapping as INodeParameters,
		},
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
	});
	return { error, contexts: standIn.log.starts.slice(from).map(({ context }) => context) };
}

function byHand({ example, saves }: Pick<FormCase, 'example' | 'saves'>, removed = false) {
	const schema = formSchema(formFields({ field: example })).map((field) => ({ ...field, removed }));
	const value = JSON.parse(JSON.stringify({ '/field': saves })) as object;
	return { mappingMode: 'defineBelow', value, schema };
}

test.each(FORM_CASES)('$kind, $done', async (one) => {
	const { error, contexts } = await run(one.example, byHand(one));
	const { gets } = one;
	if ('refused' in gets) expect(error?.message).toBe(gets.refused);
	expect(contexts).toEqual('value' in gets ? [{ field: gets.value }] : []);
});

test.each(FORM_CASES.filter(({ done }) => done === 'untouched'))('$kind, removed', async (one) => {
	const { contexts } = await run(one.example, byHand({ ...one, saves: undefined }, true));
	expect(contexts).toEqual([{}]);
});

test.each(FORM_CASES.filter(({ done }) => done === 'dragged onto'))(
	'$kind, mapped automatically, gets what dragging gives',
	async ({ example, from = 'name', gets }) => {
		const mapping = { mappingMode: 'autoMapInputData', value: null };
		const { contexts } = await run(example, mapping, { field: INPUT[from] });
		expect('value' in gets && contexts).toEqual([{ field: 'value' in gets && gets.value }]);
	},
);
