import { gauge } from '../../tools/bench/run.mts';
import { customFields, makeItems } from '../../tools/bench/work.mts';
import { chain, ITEMS, webhook } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { eachOnce, type Journey } from './testBed.mts';
import { startFlow } from './workflow.mts';

const COUNT = 10_000;

/** Very many items with very many fields. */
export const manyItems: Journey = async (bed, scenario) => {
	await scenario.step(`${COUNT} items: each starts once`, async () => {
		const starts = bed.log.watch();
		const parameters = { flow: bySlug(SLUGS.echo), ...customFields('long') };
		const { id } = await bed.api.publish(
			chain('many', [
				webhook('many'),
				ITEMS,
				gauge('before'),
				startFlow(bed.credential, parameters),
				gauge('after'),
			]),
		);
		await bed.post('many', { items: makeItems(COUNT, 'long') });
		const execution = await bed.succeeded(id);
		eachOnce(starts(), COUNT, 'id');
		const [[gauged]] = await bed.outputs(execution, 'after');
		// How long it may be depends on what else runs on the machine: see the benchmark.
		return `The longest silence was ${Math.round(Number(gauged?.silence))} ms.`;
	});
};
