import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { isJsonObject } from '../../nodes/StartFlow/shared/json.ts';
import { openServer, type OpenServer } from '../loopback.mts';
import { callerBack } from './callBack.mts';
import { FLOWS, json, type Context, type FlowAnswer } from './flows.mts';
import { startEventRequest, startEventsPage } from './startEvent.mts';
import { StartLog, type Environment } from './startLog.mts';

/** The tokens that each environment's endpoint accepts. They open nothing but this program. */
export const TOKENS: Record<Environment, string> = {
	production: 'demo-live-token-5c1f',
	qa: 'demo-qa-token-9e7b',
};

export interface StandIn extends Pick<OpenServer, 'close'> {
	/** The endpoint URLs, one for each environment. */
	urls: Record<Environment, string>;
	/** The request in the Start Event of a flow, with its token. */
	startEvent: (environment: Environment, slug: string, example: object) => string;
	/** The fields of a credential with the pasted requests of some flows. Default: all. The first one has its token. */
	pasted: (
		environment: Environment,
		flows?: Array<[slug: string, example: object]>,
	) => Record<string, string>;
	/** The page that shows every start. */
	statusUrl: string;
	/** The page that shows the Start Event of every flow. */
	startEventsUrl: string;
	log: StartLog;
}

/**
 * Starts the stand-in on loopback. It follows the service's public contract: only `PUT` on an
 * endpoint starts a flow, with the endpoint's bearer token and a body of exactly `slug` and
 * `context`. Statuses other than 2xx are its own choice: the contract names none.
 *
 * @param port 0 (the default) uses a free port.
 * @throws when the port is in use (`EADDRINUSE`).
 */
export async function startStandIn({ port = 0 }: { port?: number } = {}): Promise<StandIn> {
	const log = new StartLog();
	const server = createServer((request, response) => {
		handle(request, response, standIn).catch((error: unknown) => {
			if (!response.destroyed) reply(response, problem(500, String(error)));
		});
	});
	const { origin, close } = await openServer(server, port);
	const urls = { production: `${origin}/production/v1/start`, qa: `${origin}/qa/v1/start` };
	const standIn: StandIn = {
		urls,
		startEvent: (environment, slug, example) =>
			startEventRequest(urls[environment], slug, example, TOKENS[environment]),
		pasted: (environment, flows = ALL_FLOWS) => {
			const [request = '', ...further] = flows.map(([slug, example], index) => {
				const token = index === 0 ? TOKENS[environment] : undefined;
				return startEventRequest(urls[environment], slug, example, token);
			});
			return { environment, connectWith: 'request', request, moreFlows: further.join('\n\n') };
		},
		statusUrl: `${origin}/`,
		startEventsUrl: `${origin}/start-events`,
		log,
		close,
	};
	return standIn;
}

const ALL_FLOWS = Object.entries(FLOWS).map(([slug, { example }]): [string, object] => [
	slug,
	example,
]);

const ENDPOINT = /^\/(production|qa)\/v1\/start$/;

async function handle(
	request: IncomingMessage,
	response: ServerResponse,
	{ log, startEvent }: StandIn,
): Promise<void> {
	const [, environment] = ENDPOINT.exec(request.url ?? '') ?? [];
	if (environment !== undefined) {
		reply(response, await answerStart(request, response, environment as Environment, log));
	} else if (request.url === '/') {
		reply(response, json([...log.starts].reverse()));
	} else if (request.url === '/start-events') {
		const body = startEventsPage(startEvent);
		reply(response, { status: 200, contentType: 'text/plain; charset=utf-8', body });
	} else {
		reply(response, problem(404, 'There is nothing at this address'));
	}
}

async function answerStart(
	request: IncomingMessage,
	response: ServerResponse,
	environment: Environment,
	log: StartLog,
): Promise<FlowAnswer> {
	// The token is checked first, so that a wrong one gets the same answer with every method.
	if (request.headers.authorization !== `Bearer ${TOKENS[environment]}`) {
		return problem(401, `This access token does not belong to ${environment}`);
	}
	if (request.method !== 'PUT') {
		return { ...problem(405, 'Only PUT starts a flow'), headers: { Allow: 'PUT' } };
	}
	const isJson = request.headers['content-type'] === 'application/json';
	const start = isJson && parseStart(await text(request));
	if (!start) return problem(400, 'This is not exactly slug and context as JSON');
	const flow = FLOWS[start.slug];
	if (flow === undefined) return problem(404, `No flow has the slug "${start.slug}"`);

	const logged = log.add({ environment, ...start });
	const gone = new AbortController();
	response.once('close', () => {
		if (!response.writableFinished) logged.isAbandoned = true;
		gone.abort();
	});
	const answer = await flow.run(start.context, gone.signal, callerBack(logged));
	// A flow that refuses has not started.
	if (answer.status >= 400 && answer.status < 500) log.remove(logged);
	return answer;
}

function parseStart(rawBody: string): { slug: string; context: Context } | undefined {
	try {
		const { slug, context, ...others } = JSON.parse(rawBody) as Record<string, unknown>;
		const isExact = Object.keys(others).length === 0;
		const isStart = isExact && typeof slug === 'string' && isJsonObject(context);
		return isStart ? { slug, context } : undefined;
	} catch {
		return undefined;
	}
}

function problem(status: number, message: string): FlowAnswer {
	return json({ message }, status);
}

function reply(response: ServerResponse, answer: FlowAnswer): void {
	const { status, contentType, headers, body } = answer;
	response.writeHead(status, { 'Content-Type': contentType, ...headers }).end(body);
}
