import type { ItemStart } from './itemStart';
import { listed, maskOf, readyOf } from './mappingGaps';

/** A hint as n8n shows it. */
export interface Hint {
	message: string;
	type: 'info' | 'warning';
}

/**
 * Which fields of the form still send the example's value; a warning where one of them goes to production.
 * undefined where there are none.
 */
export function tellUntouched(starts: readonly ItemStart[]): Hint | undefined {
	const ready = readyOf(starts);
	const names = ready.map(({ untouched = [] }) => [...untouched]);
	if (names.flat().length === 0) return undefined;
	const isLive = ready.some(
		({ untouched = [], credential }) =>
			untouched.length > 0 && credential.environment === 'production',
	);
	return {
		message: `Still the example's value: ${listed(names, maskOf(ready))}.`,
		type: isLive ? 'warning' : 'info',
	};
}
