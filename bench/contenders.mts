import { CONTEXT_EXPRESSION, SLUG, TOKEN } from './items.mts';

/** What is compared. `undici` runs outside n8n. */
export type ContenderId =
	| 'ours'
	| 'oursInput'
	| 'httpRequest'
	| 'httpRequestRetry'
	| 'bare'
	| 'bareBody'
	| 'undici';

/** A contender that is a node in n8n. */
export type NodeContender = Exclude<ContenderId, 'undici'>;

export const TITLES: Record<ContenderId, string> = {
	ours: 'Trigger Flow',
	oursInput: 'Trigger Flow, entire input item',
	httpRequest: 'HTTP Request',
	httpRequestRetry: 'HTTP Request, Retry On Fail',
	bare: 'bare helper (floor)',
	bareBody: 'bare helper, same expression',
	undici: 'undici, outside n8n',
};

/** As many requests at once as Trigger Flow has by default. */
export const CONCURRENCY = 50;

/** What the nodes need to know of the n8n that they are in. */
export interface Surroundings {
	url: string;
	/** The newest version of the HTTP Request node in this n8n. */
	httpRequestVersion: number;
	credentials: {
		triggerFlowApi: { id: string; name: string };
		httpBearerAuth: { id: string; name: string };
	};
}

/** The parts of a workflow's node that make a contender what it is. */
export type NodeParts = Record<string, unknown>;

/** The contender as a node with its defaults: only what the work needs is set. */
export function nodeOf(contender: NodeContender, surroundings: Surroundings): NodeParts {
	switch (contender) {
		case 'ours':
			return triggerFlow(surroundings, {
				contextMode: 'json',
				contextJson: `={{ ${CONTEXT_EXPRESSION} }}`,
			});
		case 'oursInput':
			return triggerFlow(surroundings, { contextMode: 'input' });
		case 'httpRequest':
			return httpRequest(surroundings);
		case 'httpRequestRetry':
			return {
				...httpRequest(surroundings),
				retryOnFail: true,
				maxTries: 5,
				waitBetweenTries: 1000,
			};
		case 'bare':
			return bareRequest(surroundings, {});
		case 'bareBody':
			return bareRequest(surroundings, { context: `={{ ${CONTEXT_EXPRESSION} }}` });
	}
}

function triggerFlow({ credentials }: Surroundings, context: object): NodeParts {
	return {
		type: 'n8n-nodes-trigger-flow.triggerFlow',
		typeVersion: 1,
		parameters: { flow: 'slug', slug: SLUG, ...context },
		credentials: { triggerFlowApi: credentials.triggerFlowApi },
	};
}

function httpRequest({ url, httpRequestVersion, credentials }: Surroundings): NodeParts {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: httpRequestVersion,
		parameters: {
			method: 'PUT',
			url,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpBearerAuth',
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: `={{ { slug: '${SLUG}', context: ${CONTEXT_EXPRESSION} } }}`,
		},
		credentials: { httpBearerAuth: credentials.httpBearerAuth },
	};
}

function bareRequest({ url }: Surroundings, more: object): NodeParts {
	return {
		type: 'n8n-nodes-bench.bareRequest',
		typeVersion: 1,
		parameters: { url, token: TOKEN, slug: SLUG, concurrency: CONCURRENCY, ...more },
	};
}
