import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SavedWorkflow, Workflow } from '../../tools/n8n/api.mts';
import type { WorkflowNode } from '../../tools/n8n/workflow.mts';
import { PROJECT } from '../../tools/project.mts';
import { request } from '../../tools/request.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import session from '../../tools/stand-in/session.json';
import { toSlugAndContext } from '../../tools/stand-in/startLog.mts';
import { until } from '../../tools/until.mts';
import { faultyHttp } from '../engine/faultyService.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { withChatModel } from './chatModel.mts';
import { answer, OwnService, type Behaviour } from './ownService.mts';
import { fieldsOf, type Journey, type TestBed } from './testBed.mts';

/** The workflows of `examples/`, imported and run, by the names of their files. */
const EXAMPLES: Record<string, (bed: TestBed) => Promise<void>> = {
	'ai-agent-tool': aiAgentTool,
	'branch-on-the-answer': branchOnTheAnswer,
	'invoice-approval': invoiceApproval,
	'invoice-approvals': invoiceApprovals,
	'retry-what-did-not-start': retryWhatDidNotStart,
	'schedule-with-alert': scheduleWithAlert,
	'site-builder-form': siteBuilderForm,
	'spreadsheet-rows': spreadsheetRows,
};

export const examples: Journey = async (bed, scenario) => {
	await scenario.step('Every example has a test', async () => {
		const files = await readdir(join(PROJECT, 'examples'));
		assert.deepEqual(
			files.filter((file) => file.endsWith('.json')).sort(),
			Object.keys(EXAMPLES).map((name) => `${name}.json`),
		);
	});
	for (const [name, test] of Object.entries(EXAMPLES)) {
		await scenario.step(`Example: ${name}`, async () => await test(bed));
	}
};

interface Example extends Workflow {
	nodes: Array<WorkflowNode & { type: string; parameters: object }>;
	/** The changes by the name of a node. */
	pinData: Record<string, unknown>;
}

type ImportedExample = SavedWorkflow & Pick<Example, 'pinData'>;

/**
 * Imports a workflow of `examples/` and makes it live. Only the credential is selected.
 *
 * @param changes What the example tells its user to change, by the name of the node.
 */
async function importExample(
	bed: TestBed,
	name: string,
	changes: Record<string, (parameters: object) => object> = {},
): Promise<ImportedExample> {
	const text = await readFile(join(PROJECT, 'examples', `${name}.json`), 'utf8');
	const { pinData, ...example } = JSON.parse(text) as Example;
	const nodes = example.nodes.map((node) => {
		const isOurs = node.type.startsWith('n8n-nodes-start-flow.');
		const credentials = isOurs ? { startFlowApi: bed.pasted } : node.credentials;
		return { ...node, credentials, ...changes[node.name]?.(node.parameters) };
	});
	return { ...(await bed.api.publish({ ...example, pinData, nodes })), pinData };
}

/** Executes it with one click, with the data pinned to its trigger. It has to end well. */
async function executeExample(bed: TestBed, saved: ImportedExample): Promise<void> {
	const [trigger = ''] = Object.keys(saved.pinData);
	assert.equal((await bed.api.runByHand(saved, trigger)).status, 'success');
}

const slugsOf = (starts: Array<{ slug?: unknown }>) => starts.map(({ slug }) => slug);

async function aiAgentTool(bed: TestBed): Promise<void> {
	const mail = { to: 'ada@example.com', text: 'Welcome, Ada!' };
	await withChatModel(bed.api, async (openAiApi) => {
		const { nodes } = await importExample(bed, 'ai-agent-tool', {
			'Chat Model': () => ({ credentials: { openAiApi } }),
			Chat: () => ({ parameters: { public: true, mode: 'webhook', options: {} } }),
		});
		const chat = nodes.find((node) => (node as { name: string }).name === 'Chat');
		const starts = bed.log.watch();
		const answer = await bed.post(`${(chat as { webhookId: string }).webhookId}/chat`, {
			action: 'sendMessage',
			sessionId: 'test',
			chatInput: JSON.stringify(mail),
		});
		assert.match(answer, /It said: .*sent.*true/);
		assert.deepEqual(starts().map(toSlugAndContext), [[SLUGS.mail, mail]]);
	});
}

async function branchOnTheAnswer(bed: TestBed): Promise<void> {
	await importExample(bed, 'branch-on-the-answer');
	const starts = bed.log.watch();
	const submit = async (form: object) =>
		JSON.parse(await bed.post('sign-up-branch', form)) as Record<string, unknown>;
	const ada = { first_name: 'Ada', email: 'ada@example.com' };

	assert.equal((await submit({ ...ada, newsletter: true })).sent, true);
	assert.equal((await submit({ ...ada, newsletter: false })).sent, false);
	const { problem, mayHaveStarted } = await submit({ first_name: 'Ada' });
	assert.match(String(problem), /was not started/);
	assert.equal(mayHaveStarted, false);
	assert.deepEqual(slugsOf(starts()), [SLUGS.signUp, SLUGS.mail, SLUGS.signUp]);
}

async function invoiceApproval(bed: TestBed): Promise<void> {
	const { id } = await importExample(bed, 'invoice-approval');
	await bed.post('new-invoice', { invoice: 'INV-7', amount: 12.5 });
	const execution = await bed.succeeded(id);
	const [[paid]] = await bed.outputs(execution, 'Pay It');
	assert.deepEqual(paid, { ...paid, invoice: 'INV-7', approved: true, by: 'Grace Hopper' });
}

async function invoiceApprovals(bed: TestBed): Promise<void> {
	const starts = bed.log.watch();
	const workflow = await importExample(bed, 'invoice-approvals');
	await executeExample(bed, workflow);
	const executions = await until('end all executions', async () => {
		const all = await bed.api.executions(workflow.id);
		return all.length === 3 && all.every(({ status }) => status === 'success') && all;
	});
	assert.deepEqual(slugsOf(starts()), [SLUGS.approval, SLUGS.approval]);
	const wentOn = executions.map(async ({ id }) => await bed.outputs(id, 'Go On With the Answer'));
	const approved = (await Promise.all(wentOn)).flatMap(([items]) => items);
	assert.deepEqual(approved.map(({ invoice }) => invoice).sort(), ['INV-1001', 'INV-1002']);
}

async function retryWhatDidNotStart(bed: TestBed): Promise<void> {
	/** The statuses for the requests of an order. The last one is for all that follow. */
	const answers: Record<number, number[]> = { 1: [200], 2: [429, 200], 3: [429], 4: [500] };
	const seen: number[] = [];
	const behave: Behaviour = (response, context) => {
		const order = Number(context.order);
		seen.push(order);
		const left = answers[order] ?? [];
		return answer((left.length > 1 ? left.shift() : left[0]) ?? 500)(response, context);
	};
	await OwnService.with(bed, behave, async (runs) => {
		const startFlowApi = await runs.credential();
		const { id } = await importExample(bed, 'retry-what-did-not-start', {
			Wait: () => ({ parameters: { amount: 0, unit: 'seconds' } }),
			'Trigger Flow': (parameters) => ({
				parameters: { ...parameters, options: { maxRetries: 0 } },
				credentials: { startFlowApi },
			}),
		});
		await bed.post('orders', { orders: [1, 2, 3, 4].map((order) => ({ order })) });
		const execution = await bed.succeeded(id);
		// The first run and three rounds.
		assert.deepEqual(seen.sort(), [1, 2, 2, 3, 3, 3, 3, 4]);
		const left = (await bed.saved(execution, 'Not Started')).flatMap((run) => fieldsOf(run));
		assert.deepEqual(left.map(({ order, mayHaveStarted }) => [order, mayHaveStarted]).sort(), [
			[3, false],
			[4, true],
		]);
	});
}

async function scheduleWithAlert(bed: TestBed): Promise<void> {
	const chat = await faultyHttp((response) => response.end('{}'));
	try {
		const workflow = await importExample(bed, 'schedule-with-alert', {
			Alert: (parameters) => ({ parameters: { ...parameters, url: chat.url } }),
		});
		await executeExample(bed, workflow);
		const [message = '', ...others] = chat.received;
		assert.deepEqual(others, []);
		const { text } = JSON.parse(message) as { text: string };
		assert.match(text, /^The daily report: .*was not started \(outcome: rejected\)$/);
	} finally {
		await chat.close();
	}
}

async function siteBuilderForm(bed: TestBed): Promise<void> {
	const workflow = await importExample(bed, 'site-builder-form');
	await executeExample(bed, workflow);
	const starts = bed.log.watch();
	const [pinned] = workflow.pinData['Sign-Up Form'] as [{ json: { body: object } }];
	const page: unknown = JSON.parse(await bed.post('site-builder-form', pinned.json.body));
	assert.deepEqual(page, { ok: true, message: 'Welcome, Ada!' });
	assert.deepEqual(starts().map(toSlugAndContext), [[SLUGS.signUp, session]]);

	const url = `${bed.lab.n8n.url}/webhook/site-builder-form`;
	const response = await request(url, { method: 'POST' });
	assert.equal(response.status, 502);
	assert.match(await response.text(), /Please try again later/);
}

async function spreadsheetRows(bed: TestBed): Promise<void> {
	// Two rows fail, because the example now uses the slug of the row.
	// Excel and n8n begin a CSV file with a byte order mark.
	const csv = [
		'\uFEFFemail,name,slug',
		'ada@example.com,Ada,echo-4kq7zt',
		'kay@example.com,Kay,failing-payment-9d4r6v',
		'alan@example.com,Alan,no-such-flow-000000',
	].join('\n');
	const { id } = await importExample(bed, 'spreadsheet-rows', {
		'Trigger Flow': (parameters) => ({
			parameters: { ...parameters, flow: bySlug('={{ $json.slug }}') },
		}),
	});
	const starts = bed.log.watch();
	const body = new FormData();
	body.append('field-0', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
	const form = `${bed.lab.n8n.url}/form/spreadsheet-rows`;
	const response = await request(form, { method: 'POST', body });
	assert.equal(response.status, 200, await response.text());
	const execution = await bed.succeeded(id);
	const emails = starts().map(({ context }) => context.email);
	assert.deepEqual(emails.sort(), ['ada@example.com', 'kay@example.com']);

	const branches = await bed.outputs(execution, 'May Have Started?');
	assert.deepEqual(slugsOf(branches[0]), ['failing-payment-9d4r6v']);
	assert.deepEqual(slugsOf(branches[1]), ['no-such-flow-000000']);
	const savedFile = async (node: string) => JSON.stringify(await bed.saved(execution, node));
	assert.match(await savedFile('Rows To Check'), /"rows-to-check\.csv"/);
	assert.match(await savedFile('Failed Rows'), /"failed-rows\.csv"/);
}
