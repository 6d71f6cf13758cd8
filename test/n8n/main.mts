/**
 * `npm run test:n8n`: the packed package in a running n8n, whose workflows are run through webhooks
 * and the API. Compares what the stand-in was asked to start with what n8n has saved.
 *
 * Runs the newest n8n. `-- --n8n VERSION` takes another one, `-- --all` takes all of them, and
 * `-- --only NAME` runs one journey.
 */
import { add, conclude, summary, type Tally } from '../../tools/checks.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { findVersion, N8N_VERSIONS, NEWEST, type N8nVersion } from '../../tools/n8n/versions.mts';
import { readOptions, requireNames, runMain } from '../../tools/userError.mts';
import { Scenario } from '../scenario.mts';
import { agent } from './agent.mts';
import { cutOff } from './cutOff.mts';
import { examples } from './examples.mts';
import { expressions } from './expressions.mts';
import { loads } from './loads.mts';
import { manyRuns } from './manyRuns.mts';
import { mcp } from './mcp.mts';
import { ordinary } from './ordinary.mts';
import { retry } from './retry.mts';
import { startAndWait } from './startAndWait.mts';
import { TestBed, type Journey } from './testBed.mts';
import { token } from './token.mts';

/** The journeys in the order in which they run. The last one searches everything that the others left. */
const JOURNEYS: Record<string, Journey> = {
	loads,
	retry,
	cutOff,
	startAndWait,
	examples,
	expressions,
	agent,
	mcp,
	token,
};

/** These take long, so they run only with --only, and once a week. */
const ON_DEMAND: Record<string, Journey> = { manyRuns, ordinary };

const { values } = readOptions({
	options: {
		n8n: { type: 'string', multiple: true },
		all: { type: 'boolean', default: false },
		only: { type: 'string', multiple: true },
	},
});

let lab = new Lab();

await runMain(
	async () => {
		const { all, n8n, only = Object.keys(JOURNEYS) } = values;
		requireNames(only, { ...JOURNEYS, ...ON_DEMAND });
		let total: Tally = { passed: 0, failed: 0 };
		for (const version of all ? N8N_VERSIONS : (n8n?.map(findVersion) ?? [NEWEST])) {
			total = add(total, await testVersion(version, only));
		}
		conclude(total);
	},
	async () => await lab.close(),
);

async function testVersion(n8n: N8nVersion, names: string[]): Promise<Tally> {
	const scenario = new Scenario();
	lab = new Lab();
	try {
		await lab.open({ n8n });
		const bed = await TestBed.create(lab);
		for (const name of names) {
			try {
				await (JOURNEYS[name] ?? ON_DEMAND[name])?.(bed, scenario);
			} catch (error) {
				await scenario.step(`${name}: prepared`, () => Promise.reject(error));
			}
		}
		console.log(`n8n ${n8n.version}: ${summary(scenario.tally)}`);
		return scenario.tally;
	} finally {
		await lab.close();
	}
}
