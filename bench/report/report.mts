import type { ContenderId } from '../contenders.mts';
import type { Machine } from '../machine.mts';
import type { Profile } from '../profile.mts';
import type { Results } from '../results.mts';
import type { Scenario } from '../scenarios.mts';
import type { Target } from '../targets.mts';

/** Everything that a bench has found. */
export interface Report {
	machine: Machine;
	/** How many rounds each median is of. */
	rounds: number;
	scenarios: Scenario[];
	results: Results;
	targets: Target[];
	/** Each of one run of the first scenario. */
	profiles: Partial<Record<ContenderId, Profile>>;
}
