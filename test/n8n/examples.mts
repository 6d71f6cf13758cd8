import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { SUBMISSION } from '../../tools/demo/workflow.mts';
import { PROJECT } from '../../tools/project.mts';
import { request } from '../../tools/request.mts';
import { APPROVAL_SLUG, SIGN_UP_SLUG } from '../../tools/stand-in/flows.mts';
import session from '../../tools/stand-in/session.json';
import { until } from '../../tools/until.mts';
import { faultyHttp } from '../engine/faultyService.mts';
import { bySlug } from '../parameters.mts';
import { startChatModel } from './chatModel.mts';
import { executeExample, importExample } from './importExample.mts';
import { fieldsOf, type Journey, type TestBed } from './testBed.mts';

const WELCOME_SLUG = 'welcome-mail-3k8v5d';

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

async function aiAgentTool(bed: TestBed): Promise<void> {
	const mail = { to: 'ada@example.com', text: 'Welcome, Ada!' };
	const model = await startChatModel();
	try {
		const fields = { apiKey: 'none', url: model.url };
		const openAiApi = await bed.api.createCredential('Chat model', 'openAiApi', fields);
		const { nodes } = await importExample(bed, 'ai-agent-tool', {
			'Chat Model': () => ({ credentials: { openAiApi } }),
			Chat: () => ({ parameters: { public: true, mode: 'webhook', options: {} } }),
		});
		const chat = nodes.find((node) => (node as { name: string }).name === 'Chat');
		const from = bed.log.starts.length;
		const answer = await bed.post(`${(chat as { webhookId: string }).webhookId}/chat`, {
			action: 'sendMessage',
			sessionId: 'test',
			chatInput: JSON.stringify(mail),
		});
		assert.match(answer, /It said: .*sent.*true/);
		assert.deepEqual(bed.startsSince(from), [[WELCOME_SLUG, mail]]);
	} finally {
		await model.close();
	}
}

async function branchOnTheAnswer(bed: TestBed): Promise<void> {
	await importExample(bed, 'branch-on-the-answer');
	const from = bed.log.starts.length;
	const submit = async (form: object) =>
		JSON.parse(await bed.post('sign-up-branch', form)) as Record<string, unknown>;
	const ada = { first_name: 'Ada', email: 'ada@example.com' };

	assert.equal((await submit({ ...ada, newsletter: true })).sent, true);
	assert.equal((await submit({ ...ada, newsletter: false })).sent, false);
	const { problem, mayHaveStarted } = await submit({ first_name: 'Ada' });
	assert.match(String(problem), /was not started/);
	assert.equal(mayHaveStarted, false);
	assert.deepEqual(
		bed.startsSince(from).map(([slug]) => slug),
		[SIGN_UP_SLUG, WELCOME_SLUG, SIGN_UP_SLUG],
	);
}

async function invoiceApproval(bed: TestBed): Promise<void> {
	const { id } = await importExample(bed, 'invoice-approval');
	await bed.post('new-invoice', { invoice: 'INV-7', amount: 12.5 });
	const execution = await bed.api.finished(id, 1);
	assert.equal(execution.status, 'success');
	const [paid] = fieldsOf((await bed.saved(execution.id, 'Pay It'))[0]);
	assert.deepEqual(paid, { ...paid, invoice: 'INV-7', approved: true, by: 'Grace Hopper' });
}

async function invoiceApprovals(bed: TestBed): Promise<void> {
	const from = bed.log.starts.length;
	const workflow = await importExample(bed, 'invoice-approvals');
	await executeExample(bed, workflow);
	const executions = async () => await bed.api.executions(workflow.id);
	await until('end all executions', async () => {
		const all = await executions();
		return all.length === 3 && all.every(({ status }) => status === 'success');
	});
	const started = bed.startsSince(from);
	assert.deepEqual(
		started.map(([slug]) => slug),
		[APPROVAL_SLUG, APPROVAL_SLUG],
	);
	const approved: unknown[] = [];
	for (const { id } of await executions()) {
		const [run] = await bed.saved(id, 'Go On With the Answer');
		approved.push(...fieldsOf(run).map(({ invoice }) => invoice));
	}
	assert.deepEqual(approved.sort(), ['INV-1001', 'INV-1002']);
}

async function retryWhatDidNotStart(bed: TestBed): Promise<void> {
	/** The statuses for the requests of an order. The last one is for all that follow. */
	const answers: Record<number, number[]> = { 1: [200], 2: [429, 200], 3: [429], 4: [500] };
	const seen: number[] = [];
	const service = await faultyHttp((response, body) => {
		const { order } = (JSON.parse(body) as { context: { order: number } }).context;
		const own = answers[order] ?? [];
		const status = own[seen.filter((one) => one === order).length] ?? own.at(-1) ?? 500;
		seen.push(order);
		response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
	});
	try {
		const startFlowApi = await bed.createCredential('Busy service', { baseUrl: service.url });
		const { id } = await importExample(bed, 'retry-what-did-not-start', {
			Wait: () => ({ parameters: { amount: 0, unit: 'seconds' } }),
			'Trigger Flow': (parameters) => ({
				parameters: { ...parameters, options: { maxRetries: 0 } },
				credentials: { startFlowApi },
			}),
		});
		await bed.post('orders', { orders: [1, 2, 3, 4].map((order) => ({ order })) });
		const execution = await bed.api.finished(id, 1);
		assert.equal(execution.status, 'success');
		// The first run and three rounds.
		assert.deepEqual(seen.sort(), [1, 2, 2, 3, 3, 3, 3, 4]);
		const left = (await bed.saved(execution.id, 'Not Started')).flatMap((run) => fieldsOf(run));
		assert.deepEqual(left.map(({ order, mayHaveStarted }) => [order, mayHaveStarted]).sort(), [
			[3, false],
			[4, true],
		]);
	} finally {
		await service.close();
	}
}

async function scheduleWithAlert(bed: TestBed): Promise<void> {
	const chat = await faultyHttp((response) => response.end('{}'));
	try {
		const workflow = await importExample(bed, 'schedule-with-alert', {
			Alert: (parameters) => ({ parameters: { ...parameters, url: chat.url } }),
		});
		assert.equal((await executeExample(bed, workflow)).status, 'success');
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
	assert.equal((await executeExample(bed, workflow)).status, 'success');
	const from = bed.log.starts.length;
	const page: unknown = JSON.parse(await bed.post('site-builder-form', SUBMISSION));
	assert.deepEqual(page, { ok: true, message: 'Welcome, Ada!' });
	assert.deepEqual(bed.startsSince(from), [[SIGN_UP_SLUG, session]]);

	const url = `${bed.lab.n8n.url}/webhook/site-builder-form`;
	const response = await request(url, { method: 'POST' });
	assert.equal(response.status, 502);
	assert.match(await response.text(), /Please try again later/);
}

async function spreadsheetRows(bed: TestBed): Promise<void> {
	// Two rows fail, because the example now uses the slug of the row.
	const csv = [
		'email,name,slug',
		'ada@example.com,Ada,echo-4kq7zt',
		'kay@example.com,Kay,failing-payment-9d4r6v',
		'alan@example.com,Alan,no-such-flow-000000',
	].join('\n');
	const { id } = await importExample(bed, 'spreadsheet-rows', {
		'Trigger Flow': (parameters) => ({
			parameters: { ...parameters, flow: bySlug('={{ $json.slug }}') },
		}),
	});
	const from = bed.log.starts.length;
	const body = new FormData();
	body.append('field-0', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
	const url = `${bed.lab.n8n.url}/form/spreadsheet-rows`;
	const response = await request(url, { method: 'POST', body });
	assert.equal(response.status, 200, await response.text());
	const execution = await bed.api.finished(id, 1);
	assert.equal(execution.status, 'success');
	assert.equal(bed.startsSince(from).length, 2);

	const namesIn = (rows: Array<Record<string, unknown>>) => rows.map(({ name }) => name);
	const [failed] = await bed.saved(execution.id, 'May Have Started?');
	assert.deepEqual(namesIn(fieldsOf(failed, 0)), ['Kay']);
	assert.deepEqual(namesIn(fieldsOf(failed, 1)), ['Alan']);
	for (const [node, file] of [
		['Rows To Check', 'rows-to-check.csv'],
		['Failed Rows', 'failed-rows.csv'],
	] as const) {
		assert.match(JSON.stringify(await bed.saved(execution.id, node)), new RegExp(`"${file}"`));
	}
}
