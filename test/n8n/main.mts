/** `npm run test:n8n`: the packed package in a running n8n, workflows run through triggers and the API. */
import { summary } from '../../tools/ci/check.mts';
import { Lab } from '../../tools/n8n/lab.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import { runMain } from '../../tools/userError.mts';
import { Scenario } from '../editor/scenario.mts';
import { agent } from './agent.mts';
import { neverTwice } from './neverTwice.mts';

const lab = new Lab();
await runMain(async () => {
	try {
		await lab.open({ n8n: NEWEST, onStep: (title) => console.log(`• ${title}`) });
		const scenario = new Scenario(async () => {});
		if (!process.argv.includes('--agent')) await neverTwice(lab, scenario);
		await agent(lab, scenario);
		console.log(`\n${summary(scenario.tally)}`);
		if (scenario.tally.failed > 0) process.exitCode = 1;
	} finally {
		await lab.close();
	}
});
