import { TITLES, type ContenderId } from '../contenders.mts';
import { WORK, type Profile } from '../profile.mts';
import { SEPARATE_ROUNDS } from '../scenarios.mts';
import { memoryAdded, type Target } from '../targets.mts';
import type { Report } from './report.mts';
import { inMiB, rowsOf } from './rows.mts';

/** The report as a page of the docs, the plot beside it. */
export function toMarkdown(report: Report): string {
	const { machine, rounds, scenarios, results, targets } = report;
	const tables = scenarios.flatMap((scenario) => [
		`## ${scenario.title}`,
		table(rowsOf(results, scenario).map((row) => ({ ...row }))),
	]);
	return [
		'# Benchmark',
		`Written by \`npm run bench\` on ${machine.date.slice(0, 10)}; do not edit. Every figure of every round is in [benchmark.json](benchmark.json).`,
		`${machine.cpu}, ${machine.cores} cores, ${machine.memory} GiB, ${machine.system}; n8n ${machine.n8n} on Node ${machine.node}; HTTP Request node version ${machine.httpRequestVersion}; load average before the bench ${machine.loadBefore}. Median of ${rounds === 1 ? '1 round' : `${rounds} rounds`} (${Math.min(rounds, SEPARATE_ROUNDS)} where each contender has an n8n of its own), the contenders in alternation in one n8n against the same local service, each node with its defaults and the same body by expression. The time is the node's own, as n8n counts it.`,
		'![Times, memory and starts of the nodes that were compared](benchmark.svg)',
		'## Targets',
		table(targets.map(toRow)),
		missedSentence(targets),
		...tables,
		memorySentence(report),
		'## What dominates',
		profileTable(report),
		'',
	].join('\n\n');
}

function toRow({ title, limit, reached, isMet }: Target) {
	return {
		target: title,
		'to reach': limit,
		reached,
		'': isMet === null ? 'not measured' : isMet ? 'met' : '**missed**',
	};
}

function missedSentence(targets: Target[]): string {
	const missed = targets.filter(({ isMet }) => isMet !== true);
	if (missed.length === 0) return 'All targets are met.';
	return `Missed: ${missed.map(({ title, reached, limit }) => `${title} (${reached}, to reach ${limit})`).join('; ')}.`;
}

function memorySentence({ results }: Report): string {
	const [ours, theirs, bare] = (['ours', 'httpRequest', 'bare'] as const).map((contender) =>
		inMiB(memoryAdded(results, contender)),
	);
	return `Peak memory is that of n8n's whole process. Beyond what the process held just before the node, after a garbage collection, the last scenario takes ${ours} with Trigger Flow, ${theirs} with HTTP Request and ${bare} with the bare helper.`;
}

function profileTable({ profiles, scenarios }: Report): string {
	const profiled = Object.entries(profiles) as Array<[ContenderId, Profile]>;
	const rows = WORK.map((work) => ({
		'CPU time': work,
		...Object.fromEntries(
			profiled.map(([contender, profile]) => [
				TITLES[contender],
				`${Math.round(profile[work])} ms`,
			]),
		),
	}));
	return [
		`One more run of the first scenario (${scenarios[0]?.title}) with a CPU profile, which makes each slower. Time by the code that it was spent in or for:`,
		table(rows),
	].join('\n\n');
}

function table(rows: Array<Record<string, string>>): string {
	const columns = Object.keys(rows[0] ?? {});
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		line(columns),
		line(columns.map(() => '---')),
		...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
	].join('\n');
}
