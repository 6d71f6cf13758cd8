import assert from 'node:assert/strict';

import { urlIn } from '../../stand-in/callBack.mts';
import type { LoggedStart } from '../../stand-in/startLog.mts';
import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import { request } from '../../tools/n8n/request.mts';
import { until } from '../../tools/n8n/session.mts';
import { bySlug } from '../parameters.mts';
import { fieldsOf, NODE, type TestBed } from './testBed.mts';
import { node, noOp } from './workflow.mts';

interface WaitSettings {
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

	/** Starts a flow, and resolves once n8n waits for its callback. */
	static async begin(
		bed: TestBed,
		name: string,
		slug: string,
		{ parameters = {}, settings = {}, next }: WaitSettings = {},
	): Promise<Waiting> {
		const path = `waiting-${name}`;
		const from = bed.log.starts.length;
		const after = next === undefined ? noOp('After') : starting(bed, next);
		const workflow = await bed.create({
			path,
			parameters: { operation: 'startAndWait', ...parameters },
			settings,
			behind: [after, noOp('Error')],
		});
		await bed.post(path, { items: [{ path, slug, n: 7 }] });
		// One that is called back at once may be over already.
		const execution = await until(`wait in the workflow ${path}`, async () => {
			const [newest] = await bed.api.executions(workflow.id);
			return ['new', 'running', undefined].includes(newest?.status) ? undefined : newest?.id;
		});
		const [start, ...others] = bed.log.starts
			.slice(from)
			.filter(({ context }) => context.path === path);
		assert.ok(start !== undefined && others.length === 0, 'not one start');
		return new Waiting(bed, workflow, execution, start);
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
		await until(
			`end execution ${this.execution} well`,
			async () => (await this.status()) === 'success',
		);
		const [run] = await this.bed.saved(this.execution);
		return { answered: fieldsOf(run, 0), failed: fieldsOf(run, 1) };
	}

	/** How often what is behind the node has run. */
	async runsBehind(): Promise<number> {
		return (await this.bed.saved(this.execution, 'After')).length;
	}

	/** How often the flow was started, in whatever execution. */
	starts(): number {
		const { path } = this.start.context;
		return this.bed.log.starts.filter(({ context }) => context.path === path).length;
	}
}

function starting({ credential }: TestBed, slug: string): object {
	return node('After', NODE, 1, {
		parameters: { flow: bySlug(slug), contextMode: 'input' },
		credentials: { triggerFlowApi: credential },
	});
}
