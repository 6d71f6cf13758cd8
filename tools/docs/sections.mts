import RESULTS from '../../docs/benchmark.json';
import { report, type Results } from '../bench/report.mts';
import { failureTable } from './failures.mts';

/** The generated parts of the docs: the name in the markers, and what makes the Markdown. */
export const SECTIONS: Record<string, () => string> = {
	benchmark: () => report(RESULTS as Results),
	failures: failureTable,
};
