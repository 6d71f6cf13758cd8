import type { SavedCredential, SavedWorkflow, Workflow } from '../../tools/n8n/api.mts';
import { ANSWERS, type Answer, type StoryItem } from '../stories/choices.mts';
import type { Send } from '../stories/judge.mts';
import type { Ended, Stage } from '../stories/play.mts';
import type { InCredential, Setup, Story } from '../stories/story.mts';
import { storyNode } from '../stories/storyNode.mts';
import type { NodeRun, TestBed } from './testBed.mts';
import { ITEMS, node, testWorkflow, to, webhook } from './workflow.mts';

/** The credentials of a running n8n that stories choose from, by their names there. */
export type StoryCredentials = Partial<
	Record<Setup['credential'], SavedCredential & { address: string }>
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
		/** Whether the node is in a sub-workflow: then that one's executions are retried. */
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
		const { api } = this.bed;
		this.loopOver = loopOver;
		this.workflow = await api.createWorkflow(this.workflowOf(first));
		await api.activate(this.workflow).catch((error: Error) => {
			// n8n 1.x publishes no workflow that others call.
			if (!this.isCalled || !error.message.includes('has no node to start')) throw error;
		});
		if (this.isCalled) await this.bed.createLive(callerOf(this.order, this.workflow.id));
		await this.bed.post(this.order, { items });
		return await this.ended();
	}

	async retry(executionId: string, current: Setup | undefined): Promise<Ended> {
		const { api } = this.bed;
		if (current !== undefined) {
			const { id, versionId } = this.workflow;
			const changed = { ...this.workflowOf(current), id, versionId };
			this.workflow = await api.updateWorkflow(changed);
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
		const credential = { id, name };
		const workflow = testWorkflow({
			path: this.order,
			credential,
			parameters: {},
			settings: storyNode(setup, credential),
			loopOver: this.loopOver,
		});
		return { ...(this.isCalled ? called(workflow) : workflow), name: setup.name };
	}

	private credentialOf(name: Setup['credential']) {
		const credential = this.credentials[name];
		if (credential === undefined) throw new Error(`There is no credential "${name}" here`);
		return credential;
	}
}

/** The same workflow, but its items come from the one that calls it. */
function called({ nodes: [, , ...rest], connections, ...workflow }: Workflow): Workflow {
	const { Items, Webhook: _, ...others } = connections as Record<string, object>;
	const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1, { parameters: {} });
	return { ...workflow, nodes: [trigger, ...rest], connections: { ...others, Called: Items } };
}

/** Calls another workflow once, with all items that its webhook is sent. */
function callerOf(path: string, workflowId: string): Workflow {
	const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.1, {
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: workflowId },
			options: { waitForSubWorkflow: true },
		},
	});
	return {
		name: path,
		nodes: [webhook(path), ITEMS, call],
		connections: { Webhook: { main: [to('Items')] }, Items: { main: [to('Call')] } },
	};
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
