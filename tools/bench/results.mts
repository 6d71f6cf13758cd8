import { CASES, type CaseId } from './cases.mts';
import type { NodeId } from './nodes.mts';
import type { Row } from './report.mts';
import type { Seen } from './run.mts';
import type { Counts } from './service.mts';

/** The figures of one run of a node, from n8n and from the service. */
export interface Measured extends Seen, Counts {
	items: number;
}

/** All rounds of a node in a case, for its first or second run. */
export type Rounds = (id: CaseId, node: NodeId, run: number) => Measured[];

interface Figure {
	unit: string;
	of: (measured: Measured) => number;
}

const SECONDS: Figure = { unit: 's', of: ({ milliseconds }) => milliseconds / 1000 };
const SILENCE: Figure = { unit: 'ms', of: ({ silence = NaN }) => silence };
const MEMORY: Figure = {
	unit: 'MiB',
	of: ({ peak = NaN, base = NaN }) => (peak - base) / 2 ** 20,
};
const CPU: Figure = { unit: 's', of: ({ cpu = NaN }) => cpu / 1000 };
const IN_FLIGHT: Figure = { unit: '', of: ({ mostInFlight }) => mostInFlight };

interface Comparison {
	/** Default: the time. */
	figure?: Figure;
	/** The divisor of Trigger Flow's figure, or the node whose figure it is. Default: HTTP Request. */
	by?: number | 'helper';
	/** Default: the first. */
	run?: number;
}

const { items, atOnce, latency } = CASES.tenAtOnce;
const IDEAL_SECONDS = ((items / atOnce) * latency) / 1000;

const FILES_MIB = (10 * 20_000_000) / 2 ** 20;

const BY_HELPER: Comparison = { by: 'helper' };

type RowSource = [title: string, id: CaseId, node: NodeId, comparison?: Comparison];

const ROWS: RowSource[] = [
	['Form of 21 fields', 'form', 'form'],
	['Custom Fields, 21 fields', 'form', 'fields'],
	['One JSON expression', 'json', 'json'],
	['Form, against the bare HTTP helper with 50 in flight', 'form', 'form', BY_HELPER],
	['20 method calls in the form', 'form', 'methods', BY_HELPER],
	['20 method calls in Custom Fields', 'form', 'methodFields', BY_HELPER],
	['5 method calls in the form', 'form', 'fiveMethods', BY_HELPER],
	['5 defaults in the form', 'form', 'fiveDefaults', BY_HELPER],
	['5 times text beside an expression in the form', 'form', 'fiveTexts', BY_HELPER],
	['All of these in the form', 'form', 'written', BY_HELPER],
	['All of these in Custom Fields', 'form', 'writtenFields', BY_HELPER],
	['One JSON expression of 21 fields', 'form', 'json', BY_HELPER],
	['Whole item', 'form', 'input', BY_HELPER],
	['Loop of 2,000 rounds', 'loop', 'form', BY_HELPER],
	['20 nodes in a row, one item', 'row', 'form', { ...BY_HELPER, run: 2 }],
	['20 answers of 5 MB, CPU', 'answers', 'json', { ...BY_HELPER, figure: CPU }],
	['A field of an item of 1,200 lines, and one of each line', 'parent', 'form'],
	[
		'10 files of 20 MB: memory / size of the files',
		'files',
		'json',
		{ figure: MEMORY, by: FILES_MIB },
	],
	...inBothRuns('100 ms a flow', 'latency100'),
	...inBothRuns('300 ms a flow', 'latency300'),
	...inBothRuns('1,000 ms a flow', 'latency1000'),
	...inBothRuns('10 served at once: time / ideal time', 'tenAtOnce', { by: IDEAL_SECONDS }),
	...inBothRuns('10 served at once: most in flight', 'tenAtOnce', { figure: IN_FLIGHT, by: 1 }),
	['10,000 items: longest freeze', 'many', 'form', { figure: SILENCE }],
	['10,000 items: memory in use', 'many', 'form', { figure: MEMORY }],
];

function inBothRuns(title: string, id: CaseId, comparison?: Comparison): RowSource[] {
	const runs = [1, 2] as const;
	return runs.map((run) => [`${title}, run ${run}`, id, 'json', { ...comparison, run }]);
}

/** The rows of the benchmark. Those that were not measured are left out. */
export function rowsOf(rounds: Rounds): Row[] {
	const rows = ROWS.map(([title, id, node, { figure = SECONDS, by, run = 1 } = {}]): Row => {
		const total = (one: NodeId) => median(rounds(id, one, run).map(figure.of));
		const startFlow = total(node);
		const other = typeof by === 'number' ? undefined : total(by ?? 'httpRequest');
		const reached = startFlow / (other ?? Number(by));
		return { title, unit: figure.unit, httpRequest: other, startFlow, reached };
	});
	return rows.filter(({ reached }) => Number.isFinite(reached));
}

/** Of one or three values. `NaN` for none. */
function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
