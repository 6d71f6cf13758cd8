import type { ContenderId } from './contenders.mts';
import type { Measurement } from './measurement.mts';
import type { ScenarioId } from './scenarios.mts';
import { median } from './statistics.mts';

/** What is looked up of a measurement: its time, its peak, … */
export type Figure = (measurement: Measurement) => number | null;

/** The measurements of a bench, to be asked by scenario and contender. */
export class Results {
	constructor(readonly measurements: readonly Measurement[]) {}

	/** In the order of the rounds. */
	of(scenario: ScenarioId, contender: ContenderId): Measurement[] {
		return this.measurements.filter(
			(each) => each.scenario === scenario && each.contender === contender,
		);
	}

	/** `null` when there is no such figure: memory on a system that does not tell it. */
	median(scenario: ScenarioId, contender: ContenderId, figure: Figure): number | null {
		const values = this.of(scenario, contender).map(figure);
		const known = values.filter((value) => value !== null);
		return known.length === 0 || known.length < values.length ? null : median(known);
	}
}

export const time: Figure = ({ milliseconds }) => milliseconds;

export const peak: Figure = (measurement) => measurement.peak;

export const base: Figure = (measurement) => measurement.base;
