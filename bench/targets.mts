import { CONCURRENCY, type ContenderId } from './contenders.mts';
import { base, peak, time, type Results } from './results.mts';
import { LATENCY, type Scenario, type ScenarioId } from './scenarios.mts';

/** What is to be reached, and what was. */
export interface Target {
	title: string;
	/** In a person's words, as is `reached`. */
	limit: string;
	reached: string;
	/** `null` when it could not be measured. */
	isMet: boolean | null;
}

/**
 * The least time that starts of equal length take while the window opens from 5 to 50, twice as
 * many in each round: 1,000 starts of 100 ms take 2.3 s.
 *
 * @param latency In ms, as is the result.
 */
export function windowTime(items: number, latency: number): number {
	let rounds = 0;
	for (let left = items, size = 5; left > 0; size = Math.min(2 * size, CONCURRENCY)) {
		left -= size;
		rounds++;
	}
	return rounds * latency;
}

/** Every ratio is one of medians that were measured in alternation in one run. */
export function judge(results: Results, scenarios: readonly Scenario[]): Target[] {
	const itemsOf = new Map(scenarios.map(({ id, items }) => [id, items]));
	const perItem = (id: 'few' | 'many') =>
		quotient(results.median(id, 'ours', time), itemsOf.get(id) ?? null);
	const latency = results.median('latency', 'ours', time);
	const floor = results.median('latency', 'bare', time);
	const least = Math.max(windowTime(itemsOf.get('latency') ?? 0, LATENCY), floor ?? 0);

	return [
		atMost(
			'No latency: time by that of HTTP Request',
			0.45,
			timeRatio(results, 'noLatency', 'ours', 'httpRequest'),
		),
		atMost(
			'No latency: time by that of the floor',
			1.3,
			timeRatio(results, 'noLatency', 'ours', 'bare'),
		),
		atMost(
			'… the same, the body in both by the same expression',
			1.3,
			timeRatio(results, 'noLatency', 'ours', 'bareBody'),
		),
		atMost(
			'… the same, the body in both the input item',
			1.3,
			timeRatio(results, 'noLatency', 'oursInput', 'bare'),
		),
		atMost(
			'Time per item at ten times the items by that at one time',
			1.1,
			quotient(perItem('many'), perItem('few')),
		),
		atMost(
			"Peak memory of n8n's process by that with HTTP Request",
			0.75,
			quotient(results.median('many', 'ours', peak), results.median('many', 'httpRequest', peak)),
		),
		atMost(
			'100 ms latency: time by the larger of what the window allows and the floor',
			1.4,
			quotient(latency, least),
		),
		atMost(
			'100 ms latency: time by that of HTTP Request',
			1,
			timeRatio(results, 'latency', 'ours', 'httpRequest'),
		),
		everyStartOnce(results, itemsOf.get('overload') ?? 0),
	];
}

/** What the node itself adds to what n8n's process holds anyway: told, but no target. */
export function memoryAdded(results: Results, contender: 'ours' | 'httpRequest' | 'bare') {
	const before = results.median('many', contender, base);
	const most = results.median('many', contender, peak);
	return before === null || most === null ? null : most - before;
}

function atMost(title: string, limit: number, ratio: number | null): Target {
	return {
		title,
		limit: `≤ ${limit}`,
		reached: ratio === null ? 'not measured' : ratio.toFixed(2),
		isMet: ratio === null ? null : ratio <= limit,
	};
}

function everyStartOnce(results: Results, items: number): Target {
	const rounds = results.of('overload', 'ours');
	const exact = rounds.filter(
		({ service, answers }) =>
			service.starts === items && service.distinct === items && answers === items,
	);
	return {
		title: `Overload: rounds in which all ${items.toLocaleString('en')} started exactly once and all answers were kept`,
		limit: `${rounds.length} of ${rounds.length}`,
		reached: `${exact.length} of ${rounds.length}`,
		isMet: exact.length === rounds.length,
	};
}

function timeRatio(
	results: Results,
	scenario: ScenarioId,
	contender: ContenderId,
	other: ContenderId,
): number | null {
	return quotient(results.median(scenario, contender, time), results.median(scenario, other, time));
}

function quotient(a: number | null, b: number | null): number | null {
	return a === null || b === null || b === 0 ? null : a / b;
}
