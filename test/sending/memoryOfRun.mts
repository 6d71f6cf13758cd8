import type { ItemStart } from '../../nodes/TriggerFlow/start/itemStart';
import {
	memoryOf as memoryOfItem,
	withMemory as withMemoryOfItem,
	type StartMemory,
} from '../../nodes/TriggerFlow/memory/startMemory';

/** All starts of a run with what is remembered of each. */
export function withMemory(starts: readonly ItemStart[], memory: StartMemory): ItemStart[] {
	return starts.map((start, index) => withMemoryOfItem(start, memory[index]));
}

/** What is to be remembered of all starts of a run. */
export function memoryOf(
	before: readonly ItemStart[],
	after: readonly ItemStart[],
	memory: StartMemory,
): StartMemory {
	const kept = before.map((start, index) => {
		const remembered = memoryOfItem(start, after[index] as ItemStart, memory[index]);
		return [index, remembered] as const;
	});
	return Object.fromEntries(kept.filter(([, remembered]) => remembered.length > 0));
}
