/**
 * `npm start`: a real n8n with the packed package and the stand-in flow service, and one sign-up
 * that goes through both. Runs until Ctrl+C; with `--once` it checks that sign-up and ends.
 */
import { isDeepStrictEqual } from 'node:util';

import example from '../../examples/site-builder-form.json';
import { OWNER } from '../n8n/api.mts';
import { Lab } from '../n8n/lab.mts';
import { NEWEST } from '../n8n/versions.mts';
import { showStep } from '../progress.mts';
import { postJson } from '../request.mts';
import session from '../stand-in/session.json';
import { readOptions, runMain, UserError } from '../userError.mts';

const STAND_IN_PORT = 4010;
const N8N_PORT = 5680;

const { values } = readOptions({ options: { once: { type: 'boolean', default: false } } });

const lab = new Lab();

await runMain(
	async () => await demo(values.once),
	async () => {
		showStep('Ending what was started');
		await lab.close();
	},
);

async function demo(once: boolean): Promise<void> {
	// A check runs beside anything else; a demo has addresses that stay the same.
	const ports = once ? {} : { n8nPort: N8N_PORT, standInPort: STAND_IN_PORT };
	await lab.open({ n8n: NEWEST, ...ports });

	showStep('Creating two credentials and the workflow of examples/site-builder-form.json');
	await lab.createPasted('Trigger Flow Production', 'production');
	const credentials = { startFlowApi: await lab.createPasted('Trigger Flow QA', 'qa') };
	const nodes = example.nodes.map((node) =>
		node.name === 'Trigger Flow' ? { ...node, credentials } : node,
	);
	const { id } = await lab.n8n.api.publish({ ...example, nodes });

	showStep('Sending one sign-up through the form');
	await signUp();
	if (once) return;
	console.log(`
Editor   ${lab.n8n.url}/workflow/${id}
Login    ${OWNER.email} / ${OWNER.password}
Starts   ${lab.standIn.statusUrl}
Requests ${lab.standIn.startEventsUrl}   what to paste into a new credential

This n8n and what you build in it are gone when you end it with Ctrl+C.`);
	await new Promise(() => {});
}

async function signUp(): Promise<void> {
	const { log } = lab.standIn;
	const body = example.pinData['Sign-Up Form'][0]?.json.body;
	const address = `${lab.n8n.url}/webhook/site-builder-form`;
	const response = await postJson(address, body);
	const answer = await response.text();
	show(`What the form sent to ${address}`, body);
	show(
		'What reached the flow',
		log.starts.map(({ environment, slug, context }) => ({ environment, slug, context })),
	);
	show(`What came back to the page (HTTP ${response.status})`, answer);

	const contexts = log.starts.map(({ context }) => context);
	if (!isDeepStrictEqual(contexts, [session])) {
		throw new UserError(
			'The flow was not started once with the context of tools/stand-in/session.json.',
		);
	}
	if (!response.ok || !answer.includes('Welcome, Ada!')) {
		throw new UserError('The flow was started, but its answer did not come back to the page.');
	}
	console.log('\n✔ One sign-up, one start, the right context, and the answer came back.');
}

function show(title: string, value: unknown): void {
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	console.log(`\n${title}:\n${text.replace(/^/gm, '  ')}`);
}
