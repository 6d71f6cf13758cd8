import { ANSWERS, type Answer, type StoryItem } from '../stories/choices.mts';
import type { Send } from '../stories/judge.mts';
import type { Ended, Stage } from '../stories/play.mts';
import type { InCredential, Setup, Story } from '../stories/story.mts';
import { storyNode } from '../stories/storyNode.mts';
import type { SavedWorkflow, Workflow } from '../../tools/n8n/api.mts';
import { CALLED_BY, callerOf, storyWorkflow } from './storyWorkflow.mts';
import type { NodeRun, TestBed } from './testBed.mts';

/** The credentials of a running n8n that stories choose from, by their names there. */
export type StoryCredentials = Partial<
	Record<Setup['credential'], { id: string; name: string; address: string }>
>;

/** A story in a running n8n, in workflows of its own. The stand-in's log says what was started. */
export class StoryStage implements Stage {
	private workflow!: SavedWorkflow;
	private loopOver: number | undefined;
	private executions = 0;
	/** How much of the stand-in's log was there before the story, or has been read. */
	private read: number;
	private readonly started = new Map<string, number>();

	constructor(
		private readonly bed: TestBed,
		/** Also the path of its webhook. */
		readonly order: string,
		private readonly credentials: StoryCredentials,
		/** Whether the node stands in a sub-workflow: then that one's executions are retried. */
		private readonly isCalled: boolean,
	) {
		this.read = bed.log.starts.length;
	}

	addressOf(credential: Setup['credential']): string {
		return this.credentialOf(credential).address;
	}

	async changeCredential(_inCredential: InCredential): Promise<void> {
		throw new Error('All stories share the credentials');
	}

	async run({ first, loopOver }: Story, items: StoryItem[]): Promise<Ended> {
		this.loopOver = loopOver;
		await oneAtATime(async () => await this.create(first));
		await this.bed.post(this.order, { items });
		return await this.ended();
	}

	private async create(first: Setup): Promise<void> {
		const { api } = this.bed;
		this.workflow = await api.createWorkflow(this.workflowOf(first));
		await api.activate(this.workflow).catch((error: Error) => {
			// Older versions of n8n publish no workflow that others call.
			if (!this.isCalled || !error.message.includes('has no node to start')) throw error;
		});
		if (this.isCalled) await this.bed.createLive(callerOf(this.order, this.workflow.id));
	}

	async retry(executionId: string, current: Setup | undefined): Promise<Ended> {
		const { api } = this.bed;
		if (current !== undefined) {
			const { id, versionId } = this.workflow;
			const changed = { ...this.workflowOf(current), id, versionId };
			this.workflow = await oneAtATime(async () => await api.updateWorkflow(changed));
		}
		await api.retry(executionId, current === undefined ? 'original' : 'current');
		return await this.ended();
	}

	private async ended(): Promise<Ended> {
		this.executions++;
		const { id, status } = await this.bed.api.finished(this.workflow.id, this.executions);
		const runs = await this.bed.saved(id);
		return { id, status, rounds: runs.map(roundOf), sends: this.newSends() };
	}

	/** Other stories are played at the same time. */
	private newSends(): Send[] {
		const { starts } = this.bed.log;
		const added = starts.slice(this.read);
		this.read = starts.length;
		return added
			.filter(({ context }) => String(context.order).startsWith(`${this.order}-`))
			.map(({ slug, context, environment }): Send => {
				const order = String(context.order);
				const count = (this.started.get(order) ?? 0) + 1;
				this.started.set(order, count);
				const answer = (context.answers as Answer[])[count - 1] ?? '200';
				return {
					id: `${order}#${count}`,
					address: this.bed.lab.standIn.urls[environment],
					slug,
					context,
					outcome: ANSWERS[answer],
				};
			});
	}

	private workflowOf(setup: Setup): Workflow {
		const { id, name } = this.credentialOf(setup.credential);
		return storyWorkflow({
			name: setup.name,
			start: this.isCalled ? CALLED_BY : this.order,
			loopOver: this.loopOver,
			node: storyNode(setup, { id, name }),
		});
	}

	private credentialOf(name: Setup['credential']) {
		const credential = this.credentials[name];
		if (credential === undefined) throw new Error(`There is no credential "${name}" here`);
		return credential;
	}
}

let turn: Promise<unknown> = Promise.resolve();

/** Older versions of n8n mix up the transactions of two workflows that are saved at the same time. */
async function oneAtATime<T>(save: () => Promise<T>): Promise<T> {
	const saved = turn.then(save);
	turn = saved.catch(() => {});
	return await saved;
}

function roundOf({ error, data }: NodeRun): Ended['rounds'][number] {
	return {
		error: error && `${error.message} ${error.description ?? ''}`,
		output: (data?.main ?? []).flatMap((output) =>
			(output ?? []).map(({ json, pairedItem }) => ({
				index: (pairedItem as { item: number }).item,
				json,
			})),
		),
	};
}
