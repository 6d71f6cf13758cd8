import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { Scenario } from '../editor/scenario.mts';
import { item, usual, written } from '../engine/writtenValues.mts';
import { ECHO, type TestBed } from './testBed.mts';
import { node, webhookOfItems } from './workflow.mts';

const ITEM = {
	n: 0,
	slug: 'echo-4kq7zt',
	text: 'ä "x"',
	off: false,
	nothing: null,
	nested: { a: { b: [1, { c: 'deep' }] }, date: '2025-01-31T09:30:00.000Z' },
	list: ['x', 2, null],
	'a b': 'blank',
	größe: 1.5,
};

/** Type and value of a field each. */
const FIELDS: Array<[type: string, value: string]> = [
	['string', '={{ $json.text }}'],
	['number', '={{ $json.n }}'],
	['boolean', '={{ $json.off }}'],
	['string', '={{ $json.nothing }}'],
	['string', '={{ $json.missing }}'],
	['string', '={{ $json.missing.deep.deeper }}'],
	['string', '={{ $json.nothing.deep }}'],
	['number', '={{ $json.text.length }}'],
	['object', '={{ $json.nested }}'],
	['object', '={{ $json.nested.a.b[1] }}'],
	['array', '={{ $json.list }}'],
	['string', '={{ $json.list[0] }}'],
	['string', '={{ $json["a b"] }}'],
	['number', "={{ $json['größe'] }}"],
	['string', '={{ $json.nested.date }}'],
	['string', "={{ $('Items').item.json.text }}"],
	['string', "={{ $('Items').item.json.missing.deep }}"],
	['string', '=Hello {{ $json.text }}, {{ $json.missing.deep }}{{$json.nothing}}{{ $json.n }}!'],
	['string', '={{ $json.off }} {{ $json["größe"] }}'],
	['string', '={{ $json.list }} {{ $json.nested.a }}'],
	['string', '={{ $json.text.toTitleCase() }}'],
	['string', '={{ "}" + /* not the end } */ $json.text }}'],
	['string', '={{ $json.nested.a.b.map((one) => typeof one).join("+") }}'],
];

/** Evaluated where it stands, and with it n8n evaluates every field by itself. */
const APART = '={{ $parameter.contextMode }}';

/** What is evaluated together is what n8n gives for each field by itself: also when only shown. */
export async function joinedFields(bed: TestBed, scenario: Scenario): Promise<void> {
	const contextOf = async (way: string, rows: typeof FIELDS, operation: string) => {
		const assignments = rows.map(([type, value], index) => {
			const name = `field${index}`;
			return { id: name, name, type, value };
		});
		const parameters = { operation, contextMode: 'fields', contextFields: { assignments } };
		const run = await bed.run({ path: `fields-${way}-${operation}`, parameters }, [ITEM]);
		assert.equal(run.status, 'success');
		const [saved] = await bed.saved(run.id);
		if (operation === 'start') return run.starts()[0]?.context;
		const body = saved?.data?.main[0]?.[0]?.json.body as { context: object } | undefined;
		return body?.context;
	};
	for (const operation of ['start', 'preview']) {
		await scenario.step(
			`Fields, evaluated together and each by itself (${operation})`,
			async () => {
				const together = await contextOf('together', FIELDS, operation);
				const apart = await contextOf('apart', [...FIELDS, ['string', APART]], operation);
				assert.deepEqual({ ...together, [`field${FIELDS.length}`]: 'fields' }, apart);
				assert.equal((together as Record<string, unknown>).field0, ITEM.text);
			},
		);
	}
}

/** How many nodes, each with fields of its own, and how many items all of them get. */
const NODES = 40;
const ITEMS = 6;

/**
 * The same for fields and items that nobody has thought of. The tests on the engine do this for n8n's `legacy`
 * expressions; a running n8n 2.40 has `vm`, and another one with `N8N_EXPRESSION_ENGINE` set.
 */
export async function generatedFields(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Generated fields, evaluated together and each by itself', async () => {
		const shown = await showBothWays(bed);
		const bodies = shown.filter(({ together }) => together.body !== undefined);
		for (const { fields, together, apart } of shown) {
			assert.deepEqual(together, apart, JSON.stringify(fields));
		}
		assert.equal(shown.length, NODES * ITEMS);
		assert.ok(bodies.length > shown.length / 3, `${bodies.length} without a mistake`);
	});
}

/** Webhook → Items → for each set of fields a node that evaluates them together, and one that does not. */
async function showBothWays(bed: TestBed) {
	const usually = <T,>(often: fc.Arbitrary<T>, rarely: fc.Arbitrary<T>) =>
		fc.oneof({ weight: 12, arbitrary: often }, { weight: 1, arbitrary: rarely });
	const field = usually<unknown>(usual.written, written);
	const sample = <T,>(what: fc.Arbitrary<T>, numRuns: number) =>
		fc.sample(what, { numRuns, seed: 1 });
	const sets = sample(fc.array(field, { minLength: 1, maxLength: 6 }), NODES);
	const items = sample(usually(usual.item, item), ITEMS);

	const preview = (name: string, values: unknown[]) => {
		const assignments = values.map((value, index) => {
			// The generated ones name the node of the tests on the engine.
			const own = typeof value === 'string' ? value.replaceAll("$('Start')", "$('Items')") : value;
			return { id: String(index), name: `field${index}`, type: 'string', value: own };
		});
		return node(name, 'n8n-nodes-trigger-flow.triggerFlow', 1.1, {
			parameters: {
				...{ operation: 'preview', flow: 'slug', slug: ECHO },
				...{ contextMode: 'fields', contextFields: { assignments } },
			},
			credentials: { triggerFlowApi: bed.credential },
			onError: 'continueRegularOutput',
		});
	};
	const path = 'fields-generated';
	const names = sets.map((_, index) => ({
		together: `Together ${index}`,
		apart: `Apart ${index}`,
	}));
	const to = (...targets: string[]) => ({
		main: [targets.map((name) => ({ node: name, type: 'main', index: 0 }))],
	});
	const workflow = await bed.createLive({
		name: path,
		nodes: [
			...webhookOfItems(path),
			...sets.flatMap((values, index) => [
				preview(names[index]?.together ?? '', values),
				preview(names[index]?.apart ?? '', [...values, APART]),
			]),
		],
		connections: {
			Webhook: to('Items'),
			Items: to(...names.flatMap(({ together, apart }) => [together, apart])),
		},
	});
	await bed.post(path, { items });
	const { id } = await bed.api.finished(workflow.id, 1);
	const runs = await bed.allSaved(id);
	const shownBy = (name: string, count: number) => {
		const [output] = runs[name]?.[0]?.data?.main ?? [];
		return (output ?? []).map(({ json }) => contextIn(json, count));
	};
	return sets.flatMap((fields, index) => {
		const { together, apart } = names[index] as { together: string; apart: string };
		const own = shownBy(apart, fields.length);
		return shownBy(together, fields.length).map((one, n) => ({
			fields,
			together: one,
			apart: own[n],
		}));
	});
}

/** What a preview shows of its first `count` fields, or the mistake. */
function contextIn(json: Record<string, unknown>, count: number): Record<string, unknown> {
	const { context } = (json.body ?? {}) as { context?: Record<string, unknown> };
	if (context === undefined) return json;
	const names = Array.from({ length: count }, (_, index) => `field${index}`);
	return { body: Object.fromEntries(names.map((name) => [name, context[name]])) };
}
