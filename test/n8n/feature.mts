import type { Scenario } from '../editor/scenario.mts';
import type { TestBed } from './testBed.mts';

/** One line of the table of results: what people can rely on, and the steps that show it. */
export interface Feature {
	name: string;
	test: (bed: TestBed, scenario: Scenario) => Promise<void>;
}
