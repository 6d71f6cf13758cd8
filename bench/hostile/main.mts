/**
 * `node tools/run.mjs bench/hostile/main.mts`: what hostile inputs of 1 MB and large answers cost a running
 * n8n, beside its HTTP Request node: the longest time that it answers nobody, and by how much it grows.
 * Prints one table. `-- --quick` one round and small answers; `-- --only WORDS` the rows with these words.
 */
import { parseArgs } from 'node:util';

import { table } from '../../tools/docs/table.mts';
import { runMain } from '../../tools/userError.mts';
import { HostileLab } from './hostileLab.mts';
import { measureGrowth } from './growth.mts';
import { measureSilence } from './silence.mts';

const ROUNDS = 5;

const lab = new HostileLab();

await runMain(
	async () => {
		const { values } = parseArgs({
			options: {
				quick: { type: 'boolean', default: false },
				only: { type: 'string', default: '' },
			},
		});
		const isWanted = (title: string) => title.includes(values.only);
		const rows: string[][] = [];
		const began = Date.now();
		const add = (row: string[]) => {
			rows.push(row);
			console.log(`${Math.round((Date.now() - began) / 1000)} s: ${row.join(' | ')}`);
		};
		await lab.open();
		await measureSilence(lab, values.quick ? 1 : ROUNDS, isWanted, ({ title, ours, theirs }) =>
			add([title, milliseconds(ours), milliseconds(theirs), '', '']),
		);
		const sizes = values.quick ? [10] : [10, 50, 200];
		await measureGrowth(lab, sizes, isWanted, ({ title, ours, theirs }) =>
			add([
				title,
				milliseconds(ours.silence),
				milliseconds(theirs.silence),
				times(ours.times),
				times(theirs.times),
			]),
		);
		const head = ['Silence, ms', 'HTTP Request', 'Growth by size', 'HTTP Request'];
		console.log(`\n${table(['What', ...head], rows)}`);
	},
	async () => await lab.lab.close(),
);

function milliseconds(time: number | undefined): string {
	return time === undefined ? '' : String(Math.round(time));
}

function times(number: number): string {
	return Number.isNaN(number) ? 'failed' : number.toFixed(1);
}
