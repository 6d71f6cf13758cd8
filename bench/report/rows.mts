import { TITLES } from '../contenders.mts';
import type { Measurement } from '../measurement.mts';
import { peak, time, type Figure, type Results } from '../results.mts';
import type { Scenario } from '../scenarios.mts';

/** One contender in one scenario, each figure as text: medians of the rounds. */
export interface Row {
	contender: string;
	/** Of the node, in ms. */
	time: string;
	/** In ms. */
	'per item': string;
	/** From the fastest to the slowest round, in ms. */
	rounds: string;
	/** Of n8n's process. */
	'peak memory': string;
	'flows started': string;
	'started more than once': string;
	'answers kept': string;
	'rounds failed': string;
}

export function rowsOf(results: Results, { id, items, contenders }: Scenario): Row[] {
	return contenders.map((contender) => {
		const rounds = results.of(id, contender);
		const middle = (figure: Figure) => results.median(id, contender, figure);
		const times = rounds.map(({ milliseconds }) => milliseconds);
		const took = middle(time);
		return {
			contender: TITLES[contender],
			time: integer(took, ' ms'),
			'per item': took === null ? '–' : `${(took / items).toFixed(2)} ms`,
			rounds: `${integer(Math.min(...times))} – ${integer(Math.max(...times))} ms`,
			'peak memory': inMiB(middle(peak)),
			'flows started': integer(middle(({ service }) => service.starts)),
			'started more than once': integer(middle(surplus)),
			'answers kept': integer(middle(({ answers }) => answers)),
			'rounds failed': `${rounds.filter(({ error }) => error !== null).length} of ${rounds.length}`,
		};
	});
}

/** Starts beyond the first of each item. */
function surplus({ service }: Measurement): number {
	return service.starts - service.distinct;
}

export function inMiB(bytes: number | null): string {
	return bytes === null ? '–' : integer(bytes / 1024 ** 2, ' MiB');
}

function integer(value: number | null, unit = ''): string {
	return value === null ? '–' : Math.round(value).toLocaleString('en') + unit;
}
