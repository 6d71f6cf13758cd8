/** Stories on n8n's engine, with a service on a real socket. */
import type { ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { ANSWERS, CREDENTIALS, type Answer } from '../stories/choices.mts';
import type { JsonObject } from '../stories/choices.mts';
import type { Send } from '../stories/judge.mts';
import type { Ended, Stage } from '../stories/play.mts';
import type { InCredential, Setup } from '../stories/story.mts';
import { storyNode } from '../stories/storyNode.mts';
import {
	execute,
	retry,
	runsOf,
	type Credentials,
	type SavedExecution,
	type SavedWorkflow,
} from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { credentialFor } from './parts/credentials.mts';

const PATHS = { qa: '/qa', qaPath: '/qa/', qaMoved: '/moved', production: '/production' } as const;

export class StoryStage implements Stage {
	readonly order = 'order';

	private inCredential: InCredential = { place: 'qa', token: 'old' };
	private readonly executions = new Map<string, SavedExecution>();
	private readonly received = new Map<string, number>();
	private readonly sends: Send[] = [];

	private constructor(private readonly origin: string) {}

	/** A service for one story. */
	static async open(): Promise<{ stage: StoryStage; service: FaultyService }> {
		const service = await faultyHttp((response, body) => stage.answer(response, body));
		const stage = new StoryStage(new URL(service.url).origin);
		return { stage, service };
	}

	addressOf(credential: Setup['credential'], { place }: InCredential): string {
		return PATHS[credential === 'qa' ? place : CREDENTIALS[credential].place];
	}

	async changeCredential(inCredential: InCredential): Promise<void> {
		this.inCredential = inCredential;
	}

	readonly run: Stage['run'] = async ({ first, loopOver, mode }, items) => {
		const workflow = { ...workflowOf(first), loopOver };
		const sent = { items: items as IDataObject[], mode };
		return this.ended(await execute(workflow, this.credentials(), sent));
	};

	readonly retry: Stage['retry'] = async (executionId, setup) => {
		const execution = this.executions.get(executionId) as SavedExecution;
		const { loopOver } = execution.workflow;
		const current = setup && { ...workflowOf(setup), loopOver };
		return this.ended(await retry(execution, this.credentials(), { current }));
	};

	private ended(execution: SavedExecution): Ended {
		this.executions.set(execution.id, execution);
		const rounds = runsOf(execution).map(({ error, data }) => ({
			error: error && `${error.message} ${error.description ?? ''}`,
			output: (data?.main ?? []).flatMap((output) =>
				(output ?? []).map(({ json, pairedItem }) => ({
					index: (pairedItem as { item: number }).item,
					json,
				})),
			),
		}));
		const { resultData } = JSON.parse(execution.data) as { resultData: { error?: unknown } };
		return {
			id: execution.id,
			status: resultData.error === undefined ? 'success' : 'error',
			rounds,
			// What came after the end is found with the next execution, where nothing should be sent again.
			sends: this.sends.splice(0),
		};
	}

	private credentials(): Credentials {
		const { place, token } = this.inCredential;
		const places = { ...CREDENTIALS, qa: { ...CREDENTIALS.qa, place, token } };
		return Object.fromEntries(
			Object.entries(places).map(([id, { environment, place: at, token: of }]) => [
				id,
				credentialFor(this.origin + PATHS[at], {
					environment,
					accessToken: `${of}-token-1234567890`,
				}),
			]),
		);
	}

	private answer(response: ServerResponse, body: string): void {
		const { slug, context } = JSON.parse(body) as { slug: string; context: JsonObject };
		const order = String(context.order);
		const count = (this.received.get(order) ?? 0) + 1;
		this.received.set(order, count);
		const answer = (context.answers as Answer[])[count - 1] ?? '200';
		const id = `${order}#${count}`;
		this.sends.push({
			id,
			address: response.req.url ?? '',
			slug,
			context,
			outcome: ANSWERS[answer],
			isBrokenOff: answer === '200, broken off',
		});
		give(answer, response, id);
	}
}

function give(answer: Answer, response: ServerResponse, id: string): void {
	const text = JSON.stringify({ start: id });
	const [status, what] = answer.split(', ');
	response.setHeader('Content-Type', 'application/json');
	if (answer === 'reset when read') {
		response.socket?.resetAndDestroy();
	} else if (what === 'broken off') {
		response.writeHead(200, { 'Content-Length': 1000 }).write(text.slice(0, 3), () => {
			response.socket?.destroy();
		});
	} else if (what === 'with a field error') {
		response.writeHead(200).end(JSON.stringify({ error: '', start: id, more: 1 }));
	} else {
		const [, seconds] = /^Retry-After (.*)$/.exec(what ?? '') ?? [];
		if (seconds !== undefined) response.setHeader('Retry-After', seconds);
		if (status === '301') response.setHeader('Location', '/elsewhere');
		response.writeHead(Number(status)).end(text);
	}
}

function workflowOf(setup: Setup): SavedWorkflow {
	const node = storyNode(setup, { id: setup.credential, name: setup.credential });
	return { name: setup.name, node };
}
