import { table } from '../tools/docs/table.mts';
import { TITLES, type ContenderId } from './contenders.mts';
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
	/** The first or the second run of an n8n. */
	run: number;
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

/** As Markdown: one table, with a line for each scenario, contender and run. */
export function report({ about, rows }: Results): string {
	const lines = SCENARIO_IDS.flatMap((id) => {
		const own = rows.filter(({ scenario }) => scenario === id);
		const theirs = own.filter(({ contender }) => contender === 'httpRequest');
		return own
			.filter(({ contender }) => contender === 'ours' || contender === 'oursForm')
			.map((row) =>
				line(
					row,
					theirs.find(({ run }) => run === row.run),
				),
			);
	});
	const head = ['Work', 'HTTP Request', 'Trigger Flow', 'Ratio', 'Peak memory'];
	return [about, table(head, lines)].join('\n\n');
}

/** The targets that were missed by more than a fifth. */
export function missed({ rows }: Results): string[] {
	return targets(rows)
		.filter(({ atMost, reached }) => reached > 1.2 * atMost)
		.map(({ title }) => title);
}

function line(ours: Row, theirs: Row | undefined): string[] {
	const both = [theirs, ours];
	const [theirTime, ourTime] = both.map((row) => median(row?.milliseconds ?? [NaN]));
	const ratio = theirs?.failed === 0 ? Number(ourTime) / Number(theirTime) : NaN;
	return [
		`${ours.items.toLocaleString('en')} items, ${SCENARIOS[ours.scenario].title}${ours.run === 2 ? ', second run' : ''}`,
		...both.map((row) => (row === undefined ? '–' : timeOrFailure(row))),
		shown(ratio, '', 2),
		`${both.map((row) => shown(median(row?.peak ?? [NaN]) / 2 ** 20)).join(' / ')} MiB`,
	];
}

function timeOrFailure({ milliseconds, failed, starts, answers }: Row): string {
	if (failed === 0) return shown(median(milliseconds), ' ms');
	return `fails: ${shown(median(starts))} started, ${shown(median(answers))} answers kept`;
}

interface Target {
	title: string;
	atMost: number;
	reached: number;
}

/** Those whose scenarios were measured. */
function targets(rows: Row[]): Target[] {
	const of = (scenario: ScenarioId, contender: ContenderId, run: number) =>
		rows.find((row) => row.scenario === scenario && row.contender === contender && row.run === run);
	const byHttpRequest = (
		figure: 'milliseconds' | 'silence' | 'peak',
		scenario: ScenarioId,
		contender: ContenderId = 'ours',
		run = 1,
	) => {
		const [ours, theirs] = [contender, 'httpRequest' as const].map((one) =>
			median(of(scenario, one, run)?.[figure] ?? [NaN]),
		);
		return Number(ours) / Number(theirs);
	};
	const slow = (scenario: ScenarioId, title: string, first: number, second: number) =>
		[first, second].map((atMost, index) => ({
			title: `${title} a flow, ${index === 0 ? 'first' : 'second'} run: time by HTTP Request`,
			atMost,
			reached: byHttpRequest('milliseconds', scenario, 'ours', index + 1),
		}));
	const { latency, atOnce, items } = SCENARIOS.inLine;
	const ideal = (items / atOnce) * latency;
	const twice = <T,>(of: (run: number, name: string) => T[]): T[] => [
		...of(1, 'first run'),
		...of(2, 'second run'),
	];

	return [
		...(['oursForm', 'oursFields'] as const).map((contender) => ({
			title: `${TITLES[contender]}: time by HTTP Request`,
			atMost: 0.25,
			reached: byHttpRequest('milliseconds', 'form', contender),
		})),
		{
			title: 'One JSON expression: time by HTTP Request',
			atMost: 0.35,
			reached: byHttpRequest('milliseconds', 'noLatency'),
		},
		...slow('latency', '100 ms', 0.8, 0.7),
		...slow('latency300', '300 ms', 1, 0.8),
		...slow('latency1000', '1,000 ms', 2, 1.1),
		...twice((run, name) => [
			{
				title: `10 at a time, ${name}: most in flight`,
				atMost: 40,
				reached: most(of('inLine', 'ours', run)?.inFlight ?? []),
			},
			{
				title: `10 at a time, ${name}: time by the ideal`,
				atMost: 1.25,
				reached: median(of('inLine', 'ours', run)?.milliseconds ?? [NaN]) / ideal,
			},
			{
				title: `429 above 20, ${name}: rounds in which an item was not started exactly once`,
				atMost: 0,
				reached: wrongRounds(of('overload', 'ours', run)),
			},
		]),
		{
			title: '10,000 items: longest silence of n8n by that of HTTP Request',
			atMost: 0.4,
			reached: byHttpRequest('silence', 'manyForm', 'oursForm'),
		},
		{
			title: '10,000 items: peak memory by HTTP Request',
			atMost: 0.75,
			reached: byHttpRequest('peak', 'manyForm', 'oursForm'),
		},
	].filter(({ reached }) => !Number.isNaN(reached));
}

function wrongRounds(row: Row | undefined): number {
	if (row === undefined) return NaN;
	const { items, starts, distinct, answers } = row;
	const isWrong = (count: number, round: number) =>
		[count, distinct[round], answers[round]].some((each) => each !== items);
	return starts.filter(isWrong).length;
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
