import type { ContenderId } from './contenders.mts';
import type { Mode } from './service.mts';
import type { WorkId } from './work.mts';

/** Items that the measured node is given, and how the service behaves then. */
interface Scenario extends Mode {
	items: number;
	work: WorkId;
	title: string;
	contenders: ContenderId[];
	/** How often each n8n runs it, one run after the other. */
	runs: number;
	/** Whether a probe asks n8n all the time whether it answers. */
	isListenedTo: boolean;
}

const PLAIN = {
	items: 1_000,
	work: 'short' as WorkId,
	latency: 0,
	capacity: Infinity,
	atOnce: Infinity,
	runs: 1,
	isListenedTo: false,
	contenders: ['httpRequest', 'ours'] as ContenderId[],
};

/** Twice, because a run begins with what an earlier one to the same address has found out. */
const SLOW = { ...PLAIN, runs: 2 };

const LONG_WORK = {
	...PLAIN,
	work: 'long' as WorkId,
	title: '21 fields, no latency',
	contenders: ['httpRequest', 'oursForm', 'oursFields'] as ContenderId[],
};

export const SCENARIOS = {
	noLatency: { ...PLAIN, title: 'one JSON expression, no latency' },
	form: LONG_WORK,
	manyForm: { ...LONG_WORK, items: 10_000, isListenedTo: true },
	latency: { ...SLOW, title: '100 ms latency', latency: 100 },
	latency300: { ...SLOW, title: '300 ms latency', latency: 300 },
	latency1000: { ...SLOW, title: '1,000 ms latency', latency: 1_000 },
	inLine: {
		...SLOW,
		title: '100 ms latency, 10 at a time, the others wait in line',
		latency: 100,
		atOnce: 10,
	},
	overload: {
		...SLOW,
		title: '100 ms latency, 20 at a time, 429 and Retry-After above',
		latency: 100,
		capacity: 20,
	},
} satisfies Record<string, Scenario>;

export type ScenarioId = keyof typeof SCENARIOS;

export const SCENARIO_IDS = Object.keys(SCENARIOS) as ScenarioId[];
