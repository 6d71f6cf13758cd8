import { TITLES } from '../contenders.mts';
import type { Report } from './report.mts';
import { base, peak, time } from '../results.mts';

/** The report as JSON text: every round's figures, and what was made of them. Times in ms, memory in bytes. */
export function toJson({ machine, rounds, scenarios, results, targets, profiles }: Report): string {
	const medians = scenarios.flatMap(({ id, contenders }) =>
		contenders.map((contender) => ({
			scenario: id,
			contender,
			milliseconds: results.median(id, contender, time),
			base: results.median(id, contender, base),
			peak: results.median(id, contender, peak),
		})),
	);
	return JSON.stringify(
		{
			machine,
			rounds,
			contenders: TITLES,
			scenarios,
			targets,
			medians,
			measurements: results.measurements,
			profiles,
		},
		undefined,
		2,
	);
}
