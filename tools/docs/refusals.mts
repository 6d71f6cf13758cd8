import { REFUSED } from '../../test/engine/refusals.mts';
import { table } from './table.mts';

/** What the node says before anything is sent, as it has just said it of the tests' own examples. */
export async function refusalTables(): Promise<string> {
	const tables: string[] = [];
	for (const [title, examples] of Object.entries(REFUSED)) {
		const rows: string[][] = [];
		for (const example of examples) {
			const { message, description } = await example();
			rows.push([message, description.replace(/ Nothing was sent for this item\..*$/, '')]);
		}
		tables.push(`### ${title}`, table(['Message', 'What to do'], rows));
	}
	return tables.join('\n\n');
}
