/**
 * `npm run test:n8n`: the packed package in a running n8n, workflows run through triggers and the
 * API; what the stand-in was asked to start is compared with what n8n has saved.
 *
 * Oldest and newest n8n by default; `-- --n8n VERSION` another one, as often as needed;
 * `npm run test:matrix` all of them, and prints a table.
 */
import { parseArgs } from 'node:util';

import { add, summary, type Tally } from '../../tools/checks.mts';
import { nodeVersion } from '../../tools/n8n/installNode.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import {
	findVersion,
	N8N_VERSIONS,
	NEWEST,
	OLDEST,
	type N8nVersion,
} from '../../tools/n8n/versions.mts';
import { runMain } from '../../tools/userError.mts';
import { Scenario } from '../editor/scenario.mts';
import { FEATURES } from './features.mts';
import { tableOf, type VersionResults } from './table.mts';
import { TestBed } from './testBed.mts';

const NOTHING: Tally = { passed: 0, failed: 0 };

let lab = new Lab();

await runMain(
	async () => {
		const { versions, features, isMatrix } = readArguments();
		const results: VersionResults[] = [];
		for (const version of versions) results.push(await testVersion(version, features));
		if (isMatrix) console.log(`\n${tableOf(results)}`);
		conclude(results);
	},
	async () => await lab.close(),
);

function readArguments() {
	const { values } = parseArgs({
		options: {
			n8n: { type: 'string', multiple: true },
			all: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	});
	const chosen = values.all ? N8N_VERSIONS : (values.n8n?.map(findVersion) ?? [OLDEST, NEWEST]);
	const features = FEATURES.filter(({ name }) => name.toLowerCase().includes(values.only));
	return { versions: chosen, features, isMatrix: values.all && values.only === '' };
}

async function testVersion(
	version: N8nVersion,
	features: typeof FEATURES,
): Promise<VersionResults> {
	console.log(`\nn8n ${version.version}`);
	lab = new Lab();
	try {
		await lab.open({ n8n: version, onStep: (title) => console.log(`• ${title}`) });
		const bed = await TestBed.create(lab);
		const results: VersionResults = {
			version: version.version,
			node: await nodeVersion(lab.installed.runtime),
			features: [],
		};
		for (const feature of features) {
			const scenario = new Scenario(async () => {});
			try {
				await feature.test(bed, scenario);
			} catch (error) {
				await scenario.step(`${feature.name}: prepared`, () => Promise.reject(error));
			}
			results.features.push({ name: feature.name, tally: scenario.tally, notes: scenario.notes });
		}
		return results;
	} finally {
		await lab.close();
	}
}

function conclude(results: VersionResults[]): void {
	console.log('');
	const tallies = results.map(({ version, features }) => {
		const tally = features.map((feature) => feature.tally).reduce(add, NOTHING);
		console.log(`n8n ${version}: ${summary(tally)}`);
		return tally;
	});
	const total = tallies.reduce(add, NOTHING);
	console.log(`\n${summary(total)}`);
	if (total.failed > 0) process.exitCode = 1;
}
