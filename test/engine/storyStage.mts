/** Stories on n8n's engine, with a service on a real socket. */
import type { ServerResponse } from 'node:http';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { ANSWERS, CREDENTIALS, type Answer, type JsonObject } from '../stories/choices.mts';
import type { Send } from '../stories/judge.mts';
import type { Ended, Stage } from '../stories/play.mts';
import type { InCredential, Setup } from '../stories/story.mts';
import { storyNode } from '../stories/storyNode.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { credentialFor, retry, runNode, type Execution, type RunOptions } from './harness.mts';

const PATHS = { qa: '/qa', qaPath: '/qa/', qaMoved: '/moved', production: '/production' } as const;

export class StoryStage implements Stage {
	readonly order = 'order';

	private inCredential: InCredential = { place: 'qa', token: 'old' };
	private readonly executions = new Map<string, Execution>();
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

	readonly run: Stage['run'] = async ({ first, loopOver, mode }, items) =>
		this.ended(
			await runNode({
				...workflowOf(first),
				...this.credentials(),
				items: items as IDataObject[],
				loopOver,
				mode,
			}),
		);

	readonly retry: Stage['retry'] = async (executionId, current) => {
		const execution = this.executions.get(executionId) as Execution;
		const changes = { ...(current && workflowOf(current)), ...this.credentials() };
		return this.ended(await retry(execution, changes));
	};

	private ended(execution: Execution): Ended {
		this.executions.set(execution.id, execution);
		const rounds = execution.rounds.map(({ error, data }) => ({
			error: error && `${error.message} ${error.description ?? ''}`,
			output: (data?.main ?? []).flatMap((output) =>
				(output ?? []).map(({ json, pairedItem }) => ({
					// An item on the error branch is paired by a bare number.
					index:
						typeof pairedItem === 'number' ? pairedItem : (pairedItem as { item: number }).item,
					json,
				})),
			),
		}));
		return {
			id: execution.id,
			status: execution.error === undefined ? 'success' : 'error',
			rounds,
			// A request that arrives after the end counts for the next execution, where the judge objects to it.
			sends: this.sends.splice(0),
		};
	}

	private credentials(): Pick<RunOptions, 'credentials'> {
		const { place, token } = this.inCredential;
		const credentials: Record<string, ICredentialDataDecryptedObject> = {};
		for (const [id, credential] of Object.entries(CREDENTIALS)) {
			const { environment, ...own } = credential;
			const { place: at, token: of } = id === 'qa' ? { place, token } : own;
			const accessToken = `${of}-token-1234567890`;
			credentials[id] = credentialFor(this.origin + PATHS[at], { environment, accessToken });
		}
		return { credentials };
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
		respond(answer, response, id);
	}
}

function respond(answer: Answer, response: ServerResponse, id: string): void {
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

function workflowOf(setup: Setup): RunOptions {
	const { parameters, ...settings } = storyNode(setup, {
		id: setup.credential,
		name: setup.credential,
	});
	return { name: setup.name, parameters, settings };
}
