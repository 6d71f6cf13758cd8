import { CASES, type CaseId } from './cases.mts';
import type { NodeId } from './nodes.mts';
import type { Row } from './report.mts';
import type { Seen } from './run.mts';

/** What was seen of one run of a node, at n8n and at the service. */
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

type Figure = (measured: Measured) => number;

const SECONDS: Figure = ({ milliseconds }) => milliseconds / 1000;
const SILENCE: Figure = ({ silence }) => silence ?? NaN;
const MEMORY: Figure = ({ peak, base }) => ((peak ?? NaN) - (base ?? NaN)) / 2 ** 20;
/** Items that were not started exactly once, or whose answer is missing. */
const WRONG: Figure = ({ items, starts, distinct, answers }) =>
	Math.max(...[starts, distinct, answers].map((count) => Math.abs(count - items)));

/** The rows of the benchmark. Those that were not measured are left out. */
export function rowsOf(rounds: Rounds): Row[] {
	const by = (id: CaseId, node: NodeId, run: 1 | 2, figure: Figure) =>
		median(rounds(id, node, run).map(figure));
	/** A figure of Trigger Flow by that of HTTP Request. */
	const beside = (
		title: string,
		[id, node, run = 1]: [CaseId, NodeId, (1 | 2)?],
		[figure, unit]: [Figure, string],
		atMost: number,
	): Row => {
		const httpRequest = by(id, 'httpRequest', run, figure);
		const triggerFlow = by(id, node, run, figure);
		return { title, unit, httpRequest, triggerFlow, reached: triggerFlow / httpRequest, atMost };
	};
	/** A figure of Trigger Flow alone. */
	const alone = (
		title: string,
		unit: string,
		triggerFlow: number,
		atMost: number,
		by = 1,
	): Row => ({
		title,
		unit,
		triggerFlow,
		reached: triggerFlow / by,
		atMost,
	});
	const slow = (id: CaseId, title: string, first: number, second: number) => [
		beside(`${title} a flow, first run`, [id, 'json', 1], [SECONDS, 's'], first),
		beside(`${title} a flow, second run`, [id, 'json', 2], [SECONDS, 's'], second),
	];
	const { items, atOnce, latency } = CASES.tenAtOnce;
	const ideal = ((items / atOnce) * latency) / 1000;
	const most = (id: CaseId, run: 1 | 2, figure: Figure) =>
		Math.max(...rounds(id, 'json', run).map(figure));
	const inBothRuns = (rows: (run: 1 | 2, name: string) => Row[]) => [
		...rows(1, 'first run'),
		...rows(2, 'second run'),
	];

	const rows = [
		beside('Form of 21 fields', ['form', 'form'], [SECONDS, 's'], 0.25),
		beside('Custom Fields, 21 fields', ['form', 'fields'], [SECONDS, 's'], 0.25),
		beside('One JSON expression', ['json', 'json'], [SECONDS, 's'], 0.35),
		...slow('latency100', '100 ms', 0.8, 0.7),
		...slow('latency300', '300 ms', 1, 0.8),
		...slow('latency1000', '1,000 ms', 2, 1.1),
		...inBothRuns((run, name) => [
			alone(
				`10 at a time, 100 ms each, ${name}: time by the ideal`,
				's',
				by('tenAtOnce', 'json', run, SECONDS),
				1.25,
				ideal,
			),
			alone(
				`10 at a time, ${name}: most in flight`,
				'',
				most('tenAtOnce', run, ({ mostInFlight }) => mostInFlight),
				40,
			),
		]),
		...inBothRuns((run, name) => [
			alone(
				`429 above 20 at a time, ${name}: lost or doubled`,
				'',
				most('overload', run, WRONG),
				0,
			),
		]),
		alone(
			'429 above 20 at a time, second run: begins with',
			'',
			most('overload', 2, ({ atBeginning }) => atBeginning),
			20,
		),
		beside('10,000 items, form: longest silence', ['many', 'form'], [SILENCE, 'ms'], 0.4),
		beside('10,000 items, form: memory above idle', ['many', 'form'], [MEMORY, 'MiB'], 0.75),
	];
	return rows.filter(({ reached }) => Number.isFinite(reached));
}

/** `NaN` for no value. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = (sorted.length - 1) / 2;
	return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}
