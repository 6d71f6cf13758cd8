import { EXTENSION_OBJECTS } from 'n8n-workflow/dist/cjs/extensions/expression-extension.js';
import assert from 'node:assert/strict';

import { chain, ITEMS, node, webhook, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { Journey, TestBed } from './testBed.mts';
import { startFlow } from './workflow.mts';

/** Two lines, the first of which gives a name to a value, become one expression. */
function toOneLine(example: string): string {
	const [, name, value, code] = /^(dt|jsDate) = (.*)\n(.*)$/.exec(example) ?? [];
	return code?.replace(`${name}.`, `(${value}).`) ?? example;
}

/** The examples in n8n's documentation of its own functions, without those that give another value each time or none at all. */
const CODES = EXTENSION_OBJECTS.flatMap(({ functions }) => Object.values(functions))
	.flatMap(({ doc }) => doc?.examples ?? [])
	.filter(({ evaluated }) => evaluated !== 'undefined')
	.map(({ example }) => toOneLine(example))
	.filter((code) => !/[\n;]|random|ToNow|\bfoo\b/.test(code));

/** What n8n's Edit Fields node gives for documented expressions, and what a flow gets for them. */
export const expressions: Journey = async (bed, scenario) => {
	const fields = [...new Set(CODES)].map((code, index) => {
		return { name: `f${index}`, code, value: `={{ ${code} }}` };
	});
	const expected: Record<string, unknown> = {};
	const edited = await scenario.step('Edit Fields evaluates the expressions', async () => {
		const assignments = fields.map(({ name, code, value }) => {
			// With this type, Edit Fields changes nothing but JSON text.
			const type = code.endsWith('toJsonString()') ? 'string' : 'object';
			return { id: name, name, type, value };
		});
		const parameters = { assignments: { assignments }, options: { ignoreConversionErrors: true } };
		const editFields = node('Edit Fields', 'n8n-nodes-base.set', 3.4, { parameters });
		for (const [name, value] of Object.entries(await runOnce(bed, 'edit-fields', editFields))) {
			// Edit Fields writes null for `undefined`, which the node leaves out.
			if (value !== null) expected[name] = value;
		}
		assert.ok(Object.keys(expected).length >= 100);
	});
	const compare = scenario.after(edited);
	const start = async (name: string, parameters: object) => {
		const flow = startFlow(bed.credential, { ...parameters, flow: bySlug(SLUGS.echo) });
		return await runOnce(bed, name, flow);
	};

	await compare.step(`${fields.length} expressions in a form`, async () => {
		const entries = fields.map(({ name, value }) => [`/${name}`, value]);
		const schema = fields.map(({ name }) => {
			const shown = { displayName: name, type: 'string', display: true, required: false };
			return { id: `/${name}`, contextType: 'null', contextFlow: SLUGS.echo, ...shown };
		});
		const value: object = Object.fromEntries(entries);
		const contextMapping = { mappingMode: 'defineBelow', value, schema };
		const context = await start('form', { contextMode: 'form', contextMapping });
		// What is empty is not sent.
		const sent = Object.entries(expected).filter(([, one]) => one !== '');
		assert.deepEqual(context, Object.fromEntries(sent));
	});
	await compare.step(`${fields.length} expressions as Custom Fields`, async () => {
		const assignments = fields.map(({ name, value }) => {
			const one = expected[name];
			return { id: name, name, type: Array.isArray(one) ? 'array' : typeof one, value };
		});
		const contextFields = { assignments };
		assert.deepEqual(await start('fields', { contextMode: 'fields', contextFields }), expected);
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
	await bed.post(path, { items: [{ n: 0 }] });
	const execution = await bed.api.finished(id);
	const [[item]] = await bed.outputs(execution.id, tested.name);
	const error = (await bed.saved(execution.id, tested.name))[0]?.error;
	assert.ok(item, `The execution ended with ${execution.status}: ${error?.message}`);
	return item;
}
