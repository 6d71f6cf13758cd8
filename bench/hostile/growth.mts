import type { NodeParts } from '../contenders.mts';
import type { HostileLab } from './hostileLab.mts';
import { httpRequest, triggerFlow } from './nodes.mts';

/** What a node costs that reads one large answer. */
interface Cost {
	/** The longest time that n8n answered nobody, in ms. */
	silence: number;
	/** By how many times the size of the unpacked answer n8n grew at most. `NaN`: it did not survive. */
	times: number;
}

export interface GrowthRow {
	title: string;
	ours: Cost;
	theirs: Cost;
}

/** Each kind of answer with the format that HTTP Request is told to read it in. */
const KINDS = { text: 'text', file: 'file', records: 'json' };

/**
 * Each answer is read by an n8n of its own: what an earlier one has left would hide the growth.
 *
 * @param sizes Of the unpacked answers, in MB.
 * @param onRow Told of each row once it is measured.
 */
export async function measureGrowth(
	lab: HostileLab,
	sizes: readonly number[],
	isWanted: (title: string) => boolean,
	onRow: (row: GrowthRow) => void,
): Promise<void> {
	for (const { title, kind, format, isPacked, status, size } of cases(sizes)) {
		if (!isWanted(title)) continue;
		const urlOf = (bytes: number) =>
			lab.url({
				...{ body: kind, bytes: String(bytes), status: String(status) },
				...(isPacked ? { gzip: '' } : {}),
			});
		const ours = async (bytes: number) => await triggerFlow(lab, urlOf(bytes), {});
		const theirs = async (bytes: number) =>
			await httpRequest(lab, urlOf(bytes), '{"slug":"demo-1","context":{}}', {
				options: { response: { response: { responseFormat: format } } },
			});
		onRow({
			title,
			ours: await costOf(lab, ours, size),
			theirs: await costOf(lab, theirs, size),
		});
	}
}

function cases(sizes: readonly number[]) {
	return [200, 400].flatMap((status) =>
		Object.entries(KINDS).flatMap(([kind, format]) =>
			[false, true].flatMap((isPacked) =>
				sizes.map((size) => {
					const title = `${size} MB of ${kind}${isPacked ? ', gzip' : ''}, status ${status}`;
					return { title, kind, format, isPacked, status, size };
				}),
			),
		),
	);
}

/** In bytes: the first answer of an n8n, for which it loads and compiles what it needs. */
const SMALL = 100_000;

async function costOf(
	lab: HostileLab,
	node: (bytes: number) => Promise<NodeParts>,
	size: number,
): Promise<Cost> {
	const bytes = size * 1_000_000;
	const warmUp = await lab.publish(await node(SMALL), true);
	const run = await lab.publish(await node(bytes), true);
	await lab.lab.restart();
	try {
		await warmUp({});
		const { silence, growth } = await run({});
		return { silence, times: growth / bytes };
	} catch {
		return { silence: NaN, times: NaN };
	}
}
