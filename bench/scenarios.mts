import type { ContenderId } from './contenders.mts';
import type { Mode } from './service/counts.mts';

export type ScenarioId = 'noLatency' | 'latency' | 'overload' | 'few' | 'many';

export interface Scenario {
	id: ScenarioId;
	title: string;
	items: number;
	mode: Mode;
	contenders: readonly ContenderId[];
}

/** How many rounds the scenarios have that take an n8n for each contender: they take minutes. */
export const SEPARATE_ROUNDS = 3;

export type Scenarios = [Scenario, ...Scenario[]];

/** Of the slow service, in ms. */
export const LATENCY = 100;

const AT_ONCE: Mode = { latency: 0, capacity: null };

/**
 * All contenders in one n8n, in alternation.
 *
 * @param thousand How many items: 1,000, or fewer for a quick look.
 */
export function sharedScenarios(thousand = 1_000): Scenarios {
	const items = `${words(thousand)} items`;
	return [
		{
			id: 'noLatency',
			title: `${items}, no latency`,
			items: thousand,
			mode: AT_ONCE,
			contenders: ['httpRequest', 'ours', 'oursInput', 'bare', 'bareBody', 'undici'],
		},
		{
			id: 'latency',
			title: `${items}, ${LATENCY} ms latency`,
			items: thousand,
			mode: { latency: LATENCY, capacity: null },
			contenders: ['httpRequest', 'ours', 'bare', 'undici'],
		},
		{
			id: 'overload',
			title: `${items}, ${LATENCY} ms latency, 20 at a time, 429 and Retry-After above`,
			items: thousand,
			mode: { latency: LATENCY, capacity: 20 },
			contenders: ['httpRequest', 'ours', 'httpRequestRetry'],
		},
	];
}

/**
 * One after the other in an n8n that is started for each contender: a process does not give back
 * the memory that another contender has made it take.
 */
export function separateScenarios(thousand = 1_000): Scenarios {
	const contenders = ['httpRequest', 'ours', 'bare'] as const;
	const scenario = (id: ScenarioId, items: number): Scenario => ({
		id,
		title: `${words(items)} items, no latency, an n8n for each`,
		items,
		mode: AT_ONCE,
		contenders,
	});
	return [scenario('few', thousand), scenario('many', 10 * thousand)];
}

function words(count: number): string {
	return count.toLocaleString('en');
}
