import assert from 'node:assert/strict';

import { urlIn } from '../../stand-in/callBack.mts';
import type { LoggedStart } from '../../stand-in/startLog.mts';
import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import { request } from '../../tools/n8n/request.mts';
import { until } from '../../tools/n8n/session.mts';
import { fieldsOf, type NodeRun, type TestBed } from './testBed.mts';
import { node, testWorkflow, to } from './workflow.mts';

interface WaitSettings {
	/** What reaches the node. */
	item: object;
	parameters?: object;
	settings?: object;
	/** A flow that is started behind it, with what came out. */
	next?: string;
}

type Fields = Record<string, unknown>;

/** An execution that waits, with its one start. */
export class Waiting {
	private constructor(
		readonly bed: TestBed,
		readonly workflow: SavedWorkflow,
		readonly execution: string,
		readonly start: LoggedStart,
	) {}

	/** Starts a flow, and resolves once n8n waits for its callback. What comes out goes to "After" and "Error". */
	static async begin(
		bed: TestBed,
		path: string,
		{ item, parameters = {}, settings = {}, next }: WaitSettings,
	): Promise<Waiting> {
		const from = bed.log.starts.length;
		const workflow = await bed.createLive(
			waitWorkflow(
				testWorkflow({
					path,
					credential: bed.credential,
					parameters: { operation: 'startAndWait', ...parameters },
					settings,
				}),
				next === undefined ? NOTHING : starting(bed, next),
			),
		);
		await bed.post(path, { items: [item] });
		// One that is called back at once may be over already.
		const execution = await until(`wait in the workflow ${path}`, async () => {
			const [newest] = await bed.api.executions(workflow.id);
			return ['new', 'running', undefined].includes(newest?.status) ? undefined : newest?.id;
		});
		const mine = bed.log.starts.slice(from).filter(({ context }) => context.path === path);
		assert.equal(mine.length, 1, `${mine.length} starts`);
		return new Waiting(bed, workflow, execution, mine[0] as LoggedStart);
	}

	/** The URL that the flow was given, at this n8n's present address. */
	get url(): URL {
		const { pathname, search } = new URL(urlIn(this.start.context) ?? '');
		return new URL(pathname + search, this.bed.lab.n8n.url);
	}

	async call(
		body: RequestInit['body'],
		{
			url = this.url,
			type = 'application/json',
			signal,
		}: { url?: URL; type?: string | null; signal?: AbortSignal } = {},
	): Promise<{ status: number; text: string }> {
		const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
		const response = await request(url.href, { method: 'POST', headers, body, signal });
		return { status: response.status, text: await response.text() };
	}

	async status(): Promise<string | undefined> {
		const executions = await this.bed.api.executions(this.workflow.id);
		return executions.find(({ id }) => id === this.execution)?.status;
	}

	/** What the node gave in the end, on its branches. */
	async outcome(): Promise<{ answered: Fields[]; failed: Fields[] }> {
		let status: string | undefined;
		await until(`end execution ${this.execution} well`, async () => {
			status = await this.status();
			return status === 'success';
		}).catch((error: Error) => {
			throw new Error(`${error.message}: n8n shows it as ${status}`);
		});
		const [run] = await this.bed.saved(this.execution);
		return { answered: fieldsOf(run, 0), failed: fieldsOf(run, 1) };
	}

	/** What n8n answered to the flow where it took a callback, once one was taken. */
	async taken(): Promise<string[]> {
		const answers = () => this.start.callbacks.flatMap(({ tries }) => tries);
		const taken = () => answers().filter((answer) => answer.startsWith('2'));
		await until('take the callback', async () => await Promise.resolve(taken().length > 0));
		return taken();
	}

	/** How often what is behind the node has run. */
	async runsBehind(): Promise<NodeRun[]> {
		return await this.bed.saved(this.execution, 'After');
	}

	/** How often the flow was started, in whatever execution. */
	starts(): number {
		const { path } = this.start.context;
		return this.bed.log.starts.filter(({ context }) => context.path === path).length;
	}
}

const NOTHING = node('After', 'n8n-nodes-base.noOp', 1, { parameters: {} });

function starting({ credential }: TestBed, slug: string): object {
	return node('After', 'n8n-nodes-trigger-flow.triggerFlow', 1.1, {
		parameters: {
			flow: 'slug',
			slug,
			contextMode: 'input',
		},
		credentials: { triggerFlowApi: credential },
	});
}

function waitWorkflow(workflow: ReturnType<typeof testWorkflow>, after: object) {
	const error = node('Error', 'n8n-nodes-base.noOp', 1, { parameters: {} });
	return {
		...workflow,
		nodes: [...workflow.nodes, after, error],
		connections: { ...workflow.connections, 'Trigger Flow': { main: [to('After'), to('Error')] } },
	};
}
