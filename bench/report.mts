import { table } from '../tools/docs/table.mts';
import { CONCURRENCY, TITLES, type ContenderId } from './contenders.mts';
import { SCENARIO_IDS, SCENARIOS, type ScenarioId } from './scenarios.mts';

/** Everything that a bench has found: docs/benchmark.json. */
export interface Results {
	/** On what it ran, and how. */
	about: string;
	rows: Row[];
}

/** One contender in one scenario: each figure once for each round. */
export interface Row {
	scenario: ScenarioId;
	contender: ContenderId;
	items: number;
	/** Of the node. */
	milliseconds: number[];
	/** The longest time that n8n answered nobody while the node ran, in ms; `null`: nobody has asked. */
	silence: Array<number | null>;
	/** Bytes that n8n's process held before the node, and the most while it ran; `null`: not known. */
	base: Array<number | null>;
	peak: Array<number | null>;
	answers: number[];
	/** Flows started, and different items among them. */
	starts: number[];
	distinct: number[];
	/** The most requests that were in the service at once; `null`: not counted. */
	inFlight: Array<number | null>;
	/** How many rounds ended with an error of the node. */
	failed: number;
}

/** As Markdown: what was to be reached, and a table for each scenario. */
export function report({ about, rows }: Results): string {
	const tables = SCENARIO_IDS.flatMap((id) => {
		const own = rows.filter(({ scenario }) => scenario === id);
		if (own.length === 0) return [];
		const items = own[0]?.items.toLocaleString('en');
		return [`## ${items} items, ${SCENARIOS[id].title}`, scenarioTable(own)];
	});
	return [about, '## Targets', targetTable(rows), ...tables].join('\n\n');
}

function scenarioTable(rows: Row[]): string {
	const { isListenedTo } = SCENARIOS[rows[0]?.scenario ?? 'noLatency'];
	const columns: Record<string, (row: Row) => string> = {
		contender: ({ contender }) => TITLES[contender],
		time: ({ milliseconds }) => shown(median(milliseconds), ' ms'),
		'per item': (row) => shown(timePerItem(row), ' ms', 2),
		rounds: ({ milliseconds }) =>
			`${shown(Math.min(...milliseconds))} – ${shown(Math.max(...milliseconds))} ms`,
		...(isListenedTo && {
			'longest silence': ({ silence }: Row) => shown(median(silence), ' ms'),
		}),
		'peak memory': ({ peak }) => shown(median(peak) / 2 ** 20, ' MiB'),
		'… added by the node': ({ peak, base }) =>
			shown((median(peak) - median(base)) / 2 ** 20, ' MiB'),
		'most in flight': ({ inFlight }) => shown(most(inFlight)),
		'flows started': ({ starts }) => shown(median(starts)),
		'started more than once': ({ starts, distinct }) => shown(median(starts) - median(distinct)),
		'answers kept': ({ answers }) => shown(median(answers)),
		'rounds failed': ({ failed, starts }) => `${failed} of ${starts.length}`,
	};
	return table(
		Object.keys(columns),
		rows.map((row) => Object.values(columns).map((cell) => cell(row))),
	);
}

/** A row of the table for each target whose scenarios were measured. */
function targetTable(rows: Row[]): string {
	const of = (scenario: ScenarioId, contender: ContenderId) =>
		rows.find((row) => row.scenario === scenario && row.contender === contender);
	const time = (scenario: ScenarioId, contender: ContenderId) =>
		median(of(scenario, contender)?.milliseconds ?? [NaN]);
	const byHttpRequest = (
		figure: 'milliseconds' | 'silence' | 'peak',
		scenario: ScenarioId,
		contender: ContenderId = 'ours',
	) => {
		const [ours, theirs] = [contender, 'httpRequest' as const].map((one) =>
			median(of(scenario, one)?.[figure] ?? [NaN]),
		);
		return Number(ours) / Number(theirs);
	};

	const ours = time('noLatency', 'ours');
	const floor = time('noLatency', 'bare');
	const slow = of('latency', 'ours');
	const allowed = Math.max(windowTime(slow?.items ?? NaN), time('latency', 'bare'));
	const [many, few] = [of('many', 'ours'), of('noLatency', 'ours')];
	const growth = many && few ? timePerItem(many) / timePerItem(few) : NaN;
	const inLine = of('inLine', 'ours');
	const { latency, atOnce } = SCENARIOS.inLine;
	const idealInLine = (Number(inLine?.items) / atOnce) * latency;
	return table(
		['target', 'to reach', 'reached', ''],
		[
			atMost(0.34, 'No latency: time by HTTP Request', byHttpRequest('milliseconds', 'noLatency')),
			atMost(1.3, 'No latency: time by the floor', ours / floor),
			atMost(1.3, '… the body in both by one expression', ours / time('noLatency', 'bareBody')),
			atMost(1.3, '… the body in both the input item', time('noLatency', 'oursInput') / floor),
			atMost(1.1, '10,000 items: time per item by that of 1,000', growth),
			atMost(0.75, '10,000 items: peak memory by HTTP Request', byHttpRequest('peak', 'many')),
			...(['oursForm', 'oursFields'] as const).flatMap((contender) => {
				const how = contender === 'oursForm' ? 'Form of 21 fields' : 'Fields of 21';
				const ratio = (figure: 'milliseconds' | 'silence' | 'peak', scenario: ScenarioId) =>
					byHttpRequest(figure, scenario, contender);
				return [
					atMost(0.45, `${how}: time by HTTP Request`, ratio('milliseconds', 'form')),
					atMost(0.45, '… 10,000 items: time by HTTP Request', ratio('milliseconds', 'manyForm')),
					atMost(0.5, '… longest silence by that of HTTP Request', ratio('silence', 'manyForm')),
					atMost(0.75, '… peak memory by HTTP Request', ratio('peak', 'manyForm')),
				];
			}),
			atMost(
				1.4,
				'100 ms latency: time by what window and floor allow',
				median(slow?.milliseconds ?? [NaN]) / allowed,
			),
			atMost(0.9, '100 ms latency: time by HTTP Request', byHttpRequest('milliseconds', 'latency')),
			atMost(
				1,
				'300 ms latency: time by HTTP Request',
				byHttpRequest('milliseconds', 'latency300'),
			),
			atMost(
				2,
				'1,000 ms latency: time by HTTP Request',
				byHttpRequest('milliseconds', 'latency1000'),
			),
			atMost(40, '10 at a time: most in flight', most(inLine?.inFlight ?? [])),
			atMost(
				1.15,
				'10 at a time: time by the ideal',
				median(inLine?.milliseconds ?? [NaN]) / idealInLine,
			),
			atMost(
				0,
				'Overload: rounds in which an item was not started exactly once and answered',
				wrongRounds(of('overload', 'ours')),
			),
		].filter(([, , reached]) => reached !== shown(NaN)),
	);
}

function wrongRounds(row: Row | undefined): number {
	if (row === undefined) return NaN;
	const { items, starts, distinct, answers } = row;
	const isWrong = (count: number, round: number) =>
		[count, distinct[round], answers[round]].some((each) => each !== items);
	return starts.filter(isWrong).length;
}

function atMost(limit: number, title: string, ratio: number): string[] {
	return [
		title,
		`≤ ${limit}`,
		shown(ratio, '', Number.isInteger(ratio) ? 0 : 2),
		ratio <= limit ? 'met' : '**missed**',
	];
}

/**
 * The least time that starts of equal length take while the window opens from 10 to 500, twice
 * as many each time: 1,000 starts of 100 ms take 0.7 s. In ms.
 */
function windowTime(items: number): number {
	let times = 0;
	for (let left = items, size = 10; left > 0; size = Math.min(2 * size, CONCURRENCY)) {
		left -= size;
		times++;
	}
	return times * SCENARIOS.latency.latency;
}

/** `NaN` where one of them is not known, or there is none. */
function most(values: ReadonlyArray<number | null>): number {
	return values.length === 0 ? NaN : Math.max(...values.map((value) => value ?? NaN));
}

/** In ms. */
export function timePerItem({ milliseconds, items }: Row): number {
	return median(milliseconds) / items;
}

/** `NaN` where one of them is not known. */
export function median(values: ReadonlyArray<number | null>): number {
	const sorted = values.map((value) => value ?? NaN).sort((a, b) => a - b);
	const half = (sorted.length - 1) / 2;
	if (sorted.some(Number.isNaN)) return NaN;
	return (Number(sorted[Math.floor(half)]) + Number(sorted[Math.ceil(half)])) / 2;
}

function shown(value: number, unit = '', digits = 0): string {
	if (Number.isNaN(value)) return '–';
	const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return value.toLocaleString('en', format) + unit;
}
