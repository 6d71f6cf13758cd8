/** Stories on n8n's engine, with a service on a real socket. */
import type { ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { bySlug } from '../../tools/n8n/parameters.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { credentialFor, retry, runNode, type Execution, type RunOptions } from './harness.mts';
import {
	ANSWERS,
	CONTEXTS,
	CREDENTIALS,
	SLUGS,
	type Answer,
	type JsonObject,
	type StoryItem,
} from '../stories/choices.mts';
import type { Round, Send } from '../stories/judge.mts';
import type { InCredential, Setup, Story } from '../stories/story.mts';

const PATHS = { qa: '/qa', qaPath: '/qa/', qaMoved: '/moved', production: '/production' } as const;

/** An execution that has ended. */
export interface Ended {
	id: string;
	status: string;
	/** All runs of the node that are saved with it, also those before a Retry. */
	rounds: Array<Pick<Round, 'error' | 'output'>>;
	/** The requests that the service read meanwhile, in order. */
	sends: Send[];
}

export class StoryStage {
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

	/** Changes the credential `qa`, as a person does. */
	changeCredential(inCredential: InCredential): void {
		this.inCredential = inCredential;
	}

	async run({ first, loopOver }: Story, items: StoryItem[]): Promise<Ended> {
		const workflow = { ...workflowOf(first), ...this.credentials(), loopOver };
		return this.ended(await runNode({ ...workflow, items: items as IDataObject[] }));
	}

	/** @param current The current workflow, for Retry with currently saved workflow. */
	async retry(executionId: string, current: Setup | undefined): Promise<Ended> {
		const execution = this.executions.get(executionId) as Execution;
		const changes = { ...(current && workflowOf(current)), ...this.credentials() };
		return this.ended(await retry(execution, changes));
	}

	private ended(execution: Execution): Ended {
		this.executions.set(execution.id, execution);
		return {
			id: execution.id,
			status: execution.error === undefined ? 'success' : 'error',
			rounds: execution.rounds.map(({ error, data }) => ({
				error: error && `${error.message} ${error.description ?? ''}`,
				output: (data?.main ?? [])
					.flatMap((output) => output ?? [])
					.map(({ json, pairedItem: pair }) => ({
						// An item on the error branch is paired by a bare number.
						index: typeof pair === 'number' ? pair : (pair as { item: number }).item,
						json,
					})),
			})),
			// A request that arrives after the end counts for the next execution, where the judge objects to it.
			sends: this.sends.splice(0),
		};
	}

	private credentials(): Pick<RunOptions, 'credentials'> {
		const all = { ...CREDENTIALS, qa: this.inCredential };
		const entries = Object.entries(all).map(([id, { place, token }]) => {
			const accessToken = `${token}-token-1234567890`;
			return [id, credentialFor(this.origin + PATHS[place], { accessToken })];
		});
		return { credentials: Object.fromEntries(entries) };
	}

	private answer(response: ServerResponse, body: string): void {
		const { slug, context } = JSON.parse(body) as { slug: string; context: JsonObject };
		const order = String(context.order);
		const count = (this.received.get(order) ?? 0) + 1;
		this.received.set(order, count);
		const answer = (context.answers as Answer[])[count - 1] ?? '200';
		const id = `${order}#${count}`;
		const { url: address = '' } = response.req;
		this.sends.push({ id, address, slug, context, outcome: ANSWERS[answer] });
		respond(answer, response, id);
	}
}

function respond(answer: Answer, response: ServerResponse, id: string): void {
	const [status, what] = answer.split(', ');
	const body = what === 'with a field error' ? { error: '', start: id, more: 1 } : { start: id };
	response.setHeader('Content-Type', 'application/json');
	if (answer === 'reset when read') return void response.socket?.resetAndDestroy();
	const [, seconds] = /^Retry-After (.*)$/.exec(what ?? '') ?? [];
	if (seconds !== undefined) response.setHeader('Retry-After', seconds);
	if (status === '301') response.setHeader('Location', '/elsewhere');
	response.writeHead(Number(status)).end(JSON.stringify(body));
}

function workflowOf(setup: Setup): RunOptions {
	const parameters = {
		flow: bySlug(SLUGS[setup.slug].written),
		...CONTEXTS[setup.context].parameters,
		options: setup.options,
	};
	const settings = {
		id: setup.node,
		credentials: { startFlowApi: { id: setup.credential, name: setup.credential } },
		onError: setup.onError,
		retryOnFail: setup.maxTries > 1,
		maxTries: setup.maxTries,
		// n8n reads 0 as its default, a second.
		waitBetweenTries: 1,
	};
	return { parameters, settings };
}
