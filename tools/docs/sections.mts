import RESULTS from '../../docs/benchmark.json';
import { report, type Results } from '../../bench/report.mts';
import { failureTable } from './failures.mts';

/** What is generated in the docs: by the name in its markers, how its Markdown is made. */
export const SECTIONS: Record<string, () => string> = {
	benchmark: () => report(RESULTS as Results),
	failures: failureTable,
};
