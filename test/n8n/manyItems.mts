import assert from 'node:assert/strict';

import { countOf, draggedFields, makeItems } from '../../tools/bench/work.mts';
import { chain, ITEMS, node, webhook } from '../../tools/n8n/workflow.mts';
import { bySlug } from '../parameters.mts';
import { ECHO, fieldsOf, type Journey } from './testBed.mts';
import { startFlow } from './workflow.mts';

const COUNT = 10_000;

/** How long n8n's event loop may be held up, in ms. It is about 60, and 1,000 where the node never yields. */
const LONGEST_SILENCE = 500;

/** Very many items with very many fields. */
export const manyItems: Journey = async (bed, scenario) => {
	await scenario.step(`${COUNT} items: each starts once, and n8n goes on answering`, async () => {
		const from = bed.log.starts.length;
		const assignments = draggedFields('long').map(([name, value, type]) => {
			return { id: name, name, type, value };
		});
		const parameters = {
			flow: bySlug(ECHO),
			contextMode: 'fields',
			contextFields: { assignments },
		};
		const gauge = (name: string, place: string) =>
			node(name, 'n8n-nodes-bench.gauge', 1, { parameters: { place } });
		const { id } = await bed.api.publish(
			chain('many', [
				webhook('many'),
				ITEMS,
				gauge('Before', 'before'),
				startFlow(bed.credential, parameters),
				gauge('After', 'after'),
			]),
		);
		await bed.post('many', { items: makeItems(COUNT, 'long') });
		const execution = await bed.api.finished(id, 1);
		assert.equal(execution.status, 'success');

		const contexts = bed.log.starts.slice(from).map(({ context }) => context);
		assert.equal(contexts.length, COUNT);
		assert.equal(new Set(contexts.map((context) => context.id)).size, COUNT);
		assert.equal(assignments.length, countOf('long'));
		const [{ silence } = {}] = fieldsOf((await bed.saved(execution.id, 'After'))[0]);
		assert.ok(Number(silence) <= LONGEST_SILENCE, `n8n was silent for ${String(silence)} ms`);
		return `The longest silence was ${Math.round(Number(silence))} ms.`;
	});
};
