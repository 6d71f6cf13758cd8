import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

/** What each node has seen, by its name: n8n keeps that in its database. */
const seen = new Map<string, unknown[]>();

const inMemory: Pick<IDataDeduplicator, 'checkProcessedAndRecord'> = {
	async checkProcessedAndRecord(items, _scope, { node: { name } = { name: '' } }) {
		const before = seen.get(name) ?? [];
		const fresh = items.filter((item) => !before.includes(item));
		seen.set(name, [...before, ...fresh]);
		return { new: fresh, processed: items.filter((item) => before.includes(item)) };
	},
};

let isInUse = false;

/** Gives nodes n8n's helper `checkProcessedAndRecord`, which Remove Duplicates is made of. */
export async function useDeduplicator(): Promise<void> {
	if (isInUse) return;
	isInUse = true;
	await DataDeduplicationService.init(inMemory as IDataDeduplicator);
}
