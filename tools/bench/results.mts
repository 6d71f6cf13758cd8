import { CASES, type CaseId } from './cases.mts';
import type { NodeId } from './nodes.mts';
import type { Row } from './report.mts';
import type { Seen } from './run.mts';

/** The figures of one run of a node, from n8n and from the service. */
export interface Measured extends Seen {
	items: number;
	starts: number;
	/** Different items among the starts. */
	distinct: number;
	mostInFlight: number;
	/** Requests that came before the first answer. */
	atBeginning: number;
}

/** All rounds of a node in a case, for its first or second run. */
export type Rounds = (id: CaseId, node: NodeId, run: 1 | 2) => Measured[];

interface Figure {
	unit: string;
	of: (measured: Measured) => number;
	/** How the figures of all rounds become one. */
	over: (values: number[]) => number;
}

const most = (values: number[]) => Math.max(...values);

const SECONDS: Figure = { unit: 's', of: (seen) => seen.milliseconds / 1000, over: median };
const SILENCE: Figure = { unit: 'ms', of: (seen) => seen.silence ?? NaN, over: median };
const MEMORY: Figure = {
	unit: 'MiB',
	of: ({ peak = NaN, base = NaN }) => (peak - base) / 2 ** 20,
	over: median,
};
const CPU: Figure = { unit: 's', of: ({ cpu = NaN }) => cpu / 1000, over: median };
const IN_FLIGHT: Figure = { unit: '', of: (seen) => seen.mostInFlight, over: most };
const AT_BEGINNING: Figure = { unit: '', of: (seen) => seen.atBeginning, over: most };
/** Items that were not started exactly once, or whose answer is missing. */
const WRONG: Figure = {
	unit: '',
	of: ({ items, starts, distinct, answers }) =>
		most([starts, distinct, answers].map((count) => Math.abs(count - items))),
	over: most,
};

interface Target {
	title: string;
	of: [id: CaseId, node: NodeId, run: 1 | 2];
	figure: Figure;
	/** The divisor of Trigger Flow's figure, or the node whose figure it is. Default: HTTP Request. */
	by?: number | 'helper';
	atMost: number;
}

const { items, atOnce, latency } = CASES.tenAtOnce;
const IDEAL_SECONDS = ((items / atOnce) * latency) / 1000;

const FILES_MIB = (10 * 20_000_000) / 2 ** 20;

const TARGETS: Target[] = [
	{ title: 'Form of 21 fields', of: ['form', 'form', 1], figure: SECONDS, atMost: 0.25 },
	{ title: 'Custom Fields, 21 fields', of: ['form', 'fields', 1], figure: SECONDS, atMost: 0.25 },
	{ title: 'One JSON expression', of: ['json', 'json', 1], figure: SECONDS, atMost: 0.35 },
	againstHelper('Form, against the bare HTTP helper with 50 in flight', ['form', 'form', 1], 1.15),
	againstHelper('20 method calls in the form', ['form', 'methods', 1], 2.8),
	againstHelper('20 method calls in Custom Fields', ['form', 'methodFields', 1], 2.8),
	againstHelper('5 method calls in the form', ['form', 'fiveMethods', 1], 2.8),
	againstHelper('5 defaults in the form', ['form', 'fiveDefaults', 1], 2.8),
	againstHelper('5 times text beside an expression in the form', ['form', 'fiveTexts', 1], 2.8),
	againstHelper('All of these in the form', ['form', 'written', 1], 3.8),
	againstHelper('All of these in Custom Fields', ['form', 'writtenFields', 1], 3.8),
	againstHelper('One JSON expression of 21 fields', ['form', 'json', 1], 2.2),
	againstHelper('Whole item', ['form', 'input', 1], 1.1),
	againstHelper('Loop of 2,000 rounds', ['loop', 'form', 1], 1.8),
	againstHelper('20 nodes in a row, one item', ['row', 'form', 2], 1.8),
	{ ...againstHelper('20 answers of 5 MB, CPU', ['answers', 'json', 1], 1.4), figure: CPU },
	{
		title: 'A field of an item of 1,200 lines, and one of each line',
		of: ['parent', 'form', 1],
		figure: SECONDS,
		atMost: 0.8,
	},
	{
		title: '10 files of 20 MB: memory / size of the files',
		of: ['files', 'json', 1],
		figure: MEMORY,
		by: FILES_MIB,
		atMost: 2.5,
	},
	...bothRuns('100 ms a flow', 'latency100', [0.8, 0.7]),
	...bothRuns('300 ms a flow', 'latency300', [1, 0.8]),
	...bothRuns('1,000 ms a flow', 'latency1000', [2, 1.1]),
	...bothRuns('10 served at once: time / ideal time', 'tenAtOnce', [1.25, 1.25], {
		figure: SECONDS,
		by: IDEAL_SECONDS,
	}),
	...bothRuns('10 served at once: most in flight', 'tenAtOnce', [40, 40], {
		figure: IN_FLIGHT,
		by: 1,
	}),
	...bothRuns('20 allowed at once: lost or doubled', 'overload', [0, 0], { figure: WRONG, by: 1 }),
	{
		title: '20 allowed at once: in flight at first, run 2',
		of: ['overload', 'json', 2],
		figure: AT_BEGINNING,
		by: 1,
		atMost: 20,
	},
	{ title: '10,000 items: longest freeze', of: ['many', 'form', 1], figure: SILENCE, atMost: 0.4 },
	{ title: '10,000 items: memory in use', of: ['many', 'form', 1], figure: MEMORY, atMost: 0.75 },
];

function againstHelper(title: string, of: Target['of'], atMost: number): Target {
	return { title, of, figure: SECONDS, by: 'helper', atMost };
}

/** @param atMost For the first and for the second run. */
function bothRuns(
	title: string,
	id: CaseId,
	atMost: [number, number],
	compared: Pick<Target, 'figure' | 'by'> = { figure: SECONDS },
): Target[] {
	return atMost.map((limit, index) => {
		const run = index === 0 ? 1 : 2;
		return { title: `${title}, run ${run}`, of: [id, 'json', run], atMost: limit, ...compared };
	});
}

/** The rows of the benchmark. Those that were not measured are left out. */
export function rowsOf(rounds: Rounds): Row[] {
	const rows = TARGETS.map(({ title, of: [id, node, run], figure, by, atMost }): Row => {
		const total = (one: NodeId) => figure.over(rounds(id, one, run).map(figure.of));
		const startFlow = total(node);
		const other = typeof by === 'number' ? undefined : total(by ?? 'httpRequest');
		const reached = startFlow / (other ?? Number(by));
		return { title, unit: figure.unit, httpRequest: other, startFlow, reached, atMost };
	});
	return rows.filter(({ reached }) => Number.isFinite(reached));
}

/** `NaN` for no value. */
function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}
