/** An execution is retried twice. The second Retry is refused, and stays so to its end. */
import nock from 'nock';
import type { INode } from 'n8n-workflow';

import { execute, retry, runsOf } from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import type { WorkflowSettings } from './parts/workflow.mts';

let service: FaultyService;

beforeAll(() => nock.restore());

afterEach(async () => await service.close());

const GOES_ON = { onError: 'continueRegularOutput' } as const;
const TRIES_AGAIN = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test.each<[string, Partial<INode>, WorkflowSettings]>([
	['stops on errors', {}, {}],
	['stops on errors, and tries again', TRIES_AGAIN, {}],
	['goes on after errors', GOES_ON, {}],
	['goes on after errors, and tries again', { ...GOES_ON, ...TRIES_AGAIN }, {}],
	['goes on after errors in a loop', GOES_ON, { loopOver: 1 }],
])('a node that %s starts nothing with the second Retry', async (_, settings, workflow) => {
	service = await faultyHttp((response, body) => {
		const { slug } = JSON.parse(body) as { slug: string };
		response.writeHead(slug === 'order-1' ? 200 : 422).end('{}');
	});
	const credentials = {
		test: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
	};
	const parameters = {
		flow: 'slug',
		slug: '={{ $json.slug }}',
		contextMode: 'input',
		options: { concurrency: 1 },
	};
	const items = ['order-1', 'no-flow', 'order-1'].map((slug, n) => ({ n, slug }));
	const run = { items, mode: 'trigger' } as const;
	const failed = await execute({ node: { parameters }, ...workflow }, credentials, run);
	const current = {
		...workflow,
		node: { parameters: { ...parameters, slug: 'order-1' }, ...settings },
	};

	await retry(failed, credentials, { current });
	const starts = service.taken.length;
	// Of the second item, both slugs.
	expect(starts).toBe(4);
	const second = await retry(failed, credentials, { current });
	expect(service.taken.length).toBe(starts);
	expect(JSON.stringify(runsOf(second))).toContain('was retried before');
	await retry(second, credentials, { current });
	expect(service.taken.length).toBe(starts);
});
