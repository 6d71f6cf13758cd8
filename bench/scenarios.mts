import type { ContenderId } from './contenders.mts';
import type { Mode } from './service.mts';
import type { WorkId } from './work.mts';

/** Items that the measured node is given, and how the service behaves then. */
interface Scenario extends Mode {
	items: number;
	work: WorkId;
	title: string;
	contenders: ContenderId[];
	/** Whether a probe asks n8n all the time whether it answers. */
	isListenedTo: boolean;
}

const PLAIN = {
	items: 1_000,
	work: 'short' as WorkId,
	latency: 0,
	capacity: Infinity,
	atOnce: Infinity,
	isListenedTo: false,
};

const LATENCY = { ...PLAIN, contenders: ['httpRequest', 'ours', 'bare'] as ContenderId[] };

const LONG_WORK = {
	...PLAIN,
	work: 'long' as WorkId,
	title: '21 fields, no latency',
	contenders: ['httpRequest', 'oursForm', 'oursFields', 'bare'] as ContenderId[],
};

export const SCENARIOS = {
	noLatency: {
		...PLAIN,
		title: 'no latency',
		contenders: ['httpRequest', 'ours', 'oursInput', 'bare', 'bareBody'],
	},
	many: {
		...PLAIN,
		items: 10_000,
		title: 'no latency',
		contenders: ['httpRequest', 'ours', 'bare'],
	},
	form: LONG_WORK,
	manyForm: { ...LONG_WORK, items: 10_000, isListenedTo: true },
	latency20: { ...LATENCY, title: '20 ms latency', latency: 20 },
	latency: { ...LATENCY, title: '100 ms latency', latency: 100 },
	latency300: { ...LATENCY, title: '300 ms latency', latency: 300 },
	latency1000: { ...LATENCY, title: '1,000 ms latency', latency: 1_000 },
	inLine: {
		...PLAIN,
		title: '100 ms latency, 10 at a time, the others wait in line',
		latency: 100,
		atOnce: 10,
		contenders: ['httpRequest', 'ours'],
	},
	overload: {
		...PLAIN,
		title: '100 ms latency, 20 at a time, 429 and Retry-After above',
		latency: 100,
		capacity: 20,
		contenders: ['httpRequest', 'ours', 'httpRequestRetry'],
	},
} satisfies Record<string, Scenario>;

export type ScenarioId = keyof typeof SCENARIOS;

export const SCENARIO_IDS = Object.keys(SCENARIOS) as ScenarioId[];
