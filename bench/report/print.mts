import type { Report } from './report.mts';
import { rowsOf } from './rows.mts';

/** The report on the terminal. */
export function printReport({ scenarios, results, targets }: Report): void {
	for (const scenario of scenarios) {
		console.log(`\n${scenario.title}`);
		console.table(
			Object.fromEntries(
				rowsOf(results, scenario).map(({ contender, ...figures }) => [contender, figures]),
			),
		);
	}
	console.log('\nTargets');
	for (const { title, limit, reached, isMet } of targets) {
		const verdict = isMet === null ? 'not measured' : isMet ? 'met' : 'MISSED';
		console.log(`${verdict.padEnd(13)} ${title}: ${reached} (${limit})`);
	}
}
