import { answerTables } from './answers.mts';
import { connectionTables } from './connections.mts';
import { contextItem, fieldTable, jsonTable, wholeTable } from './contexts.mts';
import { failureTable, refusalTables } from './failures.mts';

/** What is generated in the docs: by the name in its markers, how its Markdown is made. */
export const SECTIONS: Record<string, () => string> = {
	answers: answerTables,
	connections: connectionTables,
	'context-fields': fieldTable,
	'context-item': contextItem,
	'context-json': jsonTable,
	'context-whole': wholeTable,
	failures: failureTable,
	refusals: refusalTables,
};
