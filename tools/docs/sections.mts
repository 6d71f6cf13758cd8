import RESULTS from '../../docs/benchmark.json';
import WINDOW from '../../docs/window.json';
import { report, type Results } from '../../bench/report.mts';
import { windowTable } from '../../bench/window/report.mts';
import { answerTables } from './answers.mts';
import { connectionTables } from './connections.mts';
import { contextItem, fieldTable, jsonTable } from './contexts.mts';
import { failureTable } from './failures.mts';
import { refusalTables } from './refusals.mts';

/** What is generated in the docs: by the name in its markers, how its Markdown is made. */
export const SECTIONS: Record<string, () => string | Promise<string>> = {
	answers: answerTables,
	benchmark: () => report(RESULTS as Results),
	connections: connectionTables,
	'context-fields': fieldTable,
	'context-item': contextItem,
	'context-json': jsonTable,
	failures: failureTable,
	refusals: refusalTables,
	window: () => windowTable(WINDOW),
};
