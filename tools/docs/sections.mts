import { answerTables } from './answers.mts';
import { failureTable, refusalTables } from './failures.mts';

/** What is generated in the docs: by the name in its markers, how its Markdown is made. */
export const SECTIONS: Record<string, () => string> = {
	answers: answerTables,
	failures: failureTable,
	refusals: refusalTables,
};
