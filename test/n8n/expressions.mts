import assert from 'node:assert/strict';

import { toJoinable } from '../../nodes/StartFlow/context/joinExpressions.ts';
import { bySlug, filledForm } from '../../tools/n8n/parameters.mts';
import { chain, ITEMS, node, webhook, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { Journey, TestBed } from './testBed.mts';
import { startFlow } from './workflow.mts';

const ITEM = {
	n: 0,
	text: ' Ada "Lovelace" ',
	price: 2.456,
	isNew: true,
	list: ['red', 'blue'],
	deep: { list: [{ plan: 'pro' }] },
	date: '2026-01-31T10:00:00.000Z',
};

const EARLIER = `$('${ITEMS.name}').item.json`;

/** Each is joined with the others. */
const SOURCES = [
	'$json.text.trim()',
	'$json.text.trim().toLowerCase().length',
	"$json.text.replace(/[A-Z]/g, '-')",
	"$json.missing ?? 'none'",
	'$json.missing?.inner',
	'$json.missing.inner',
	'$json.price * 2 + $json.n',
	'$json.price.toFixed(1)',
	'$json.price.round(1)',
	"$json.isNew && $json.n === 0 ? 'new' : 'old'",
	"$json.list.join(', ')",
	'$json.list.first()',
	'$json["list"][1]',
	'$json.deep.list[0].plan.toTitleCase()',
	"$json.text.hash('md5')",
	'$json.text.isEmpty()',
	'$json.date.toDateTime().plus({ days: 1 }).toISODate()',
	`${EARLIER}.deep.list`,
	`${EARLIER}.text.trim() + '!'`,
	"$now.setZone('Europe/Berlin').zoneName",
].map((code) => `={{ ${code} }}`);

const MIXED = [
	'={{ $json.price.ceil() }} of {{ $json.missing }}, {{ $json.isNew }} {{ $json.n > 1 }}',
];

/** What n8n's Edit Fields node gives for expressions, and what a flow gets for them. */
export const expressions: Journey = async (bed, scenario) => {
	const fields = [...SOURCES, ...MIXED].map((value, index) => ({ name: `f${index}`, value }));
	for (const { value } of fields) assert.ok(toJoinable(value), value);
	// With this type, neither node changes a value.
	const assignments = fields.map((field) => ({ ...field, id: field.name, type: 'object' }));
	const untyped = { assignments: { assignments }, options: { ignoreConversionErrors: true } };
	const editFields = node('Edit Fields', 'n8n-nodes-base.set', 3.4, { parameters: untyped });

	await scenario.step(`${fields.length} joined expressions have n8n's own values`, async () => {
		const edited = await runOnce(bed, 'edit-fields', editFields);
		// Edit Fields writes null for `undefined`, which the node leaves out.
		const expected = Object.entries(edited).filter(([, value]) => value !== null);
		assert.ok(expected.length >= fields.length - 2);
		const example = Object.fromEntries(fields.map(({ name }) => [name, null]));
		const values = Object.fromEntries(fields.map(({ name, value }) => [`/${name}`, value]));
		const contextMapping = filledForm(example, SLUGS.echo, values);
		const parameters = { flow: bySlug(SLUGS.echo), contextMode: 'form', contextMapping };
		const context = await runOnce(bed, 'form', startFlow(bed.credential, parameters));
		assert.deepEqual(context, Object.fromEntries(expected));
	});
};

/** Sends one item through a node. */
async function runOnce(
	bed: TestBed,
	name: string,
	tested: WorkflowNode,
): Promise<Record<string, unknown>> {
	const path = `expressions-${name}`;
	const { id } = await bed.api.publish(chain(path, [webhook(path), ITEMS, tested]));
	await bed.post(path, { items: [ITEM] });
	const execution = await bed.api.finished(id);
	const [[item]] = await bed.outputs(execution.id, tested.name);
	const error = (await bed.saved(execution.id, tested.name))[0]?.error;
	assert.ok(item, `The execution ended with ${execution.status}: ${error?.message}`);
	return item;
}
