import assert from 'node:assert/strict';

import type { Lab } from '../../tools/n8n/lab.mts';
import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import { TOKENS } from '../../stand-in/server.mts';
import type { Scenario } from '../editor/scenario.mts';
import { testWorkflow, type TestWorkflow } from './workflow.mts';

const ECHO = 'echo-4kq7zt';
const UNKNOWN_FLOW = 'no-such-flow-000000';
const FAILING = 'failing-payment-9d4r6v';
const SLOW = 'slow-report-5w8n3c';

interface Item {
	n: number;
	slug: string;
	[field: string]: unknown;
}

/** No flow is started twice: Retry On Fail, Retry from the executions list, loops, Stop. */
export async function neverTwice(lab: Lab, scenario: Scenario): Promise<void> {
	const { api, url } = lab.n8n;
	const { log } = lab.standIn;
	const credential = await api.createCredential('QA', 'triggerFlowApi', lab.credentialFor('qa'));

	const create = async (workflow: Omit<TestWorkflow, 'credential'>) => {
		const saved = await api.createWorkflow(testWorkflow({ credential, ...workflow }));
		await api.activate(saved);
		return saved;
	};
	const send = async (path: string, items: Item[]) => {
		const response = await fetch(`${url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		assert.equal(response.status, 200);
	};
	const items = (count: number, slugs: Record<number, string> = {}): Item[] =>
		Array.from({ length: count }, (_, n) => ({ n, slug: slugs[n] ?? ECHO }));
	/** How often each item was started since `from`, for those that were. */
	const startsSince = (from: number) => {
		const times = new Map<number, number>();
		for (const { context } of log.starts.slice(from)) {
			times.set(context.n as number, (times.get(context.n as number) ?? 0) + 1);
		}
		return times;
	};
	const eachOnce = (from: number, count: number) => {
		const times = startsSince(from);
		assert.equal(times.size, count, `${times.size} items were started`);
		assert.deepEqual(
			[...times.values()].filter((number) => number !== 1),
			[],
		);
	};

	const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

	for (const [what, slug, count] of [
		['is rejected', UNKNOWN_FLOW, 99],
		['fails after it was started', FAILING, 100],
	] as const) {
		await scenario.step(
			`100 items, the 57th ${what}, Retry On Fail 3 times: each start once`,
			async () => {
				const from = log.starts.length;
				const path = `retry-${slug}`;
				const { id } = await create({ path, parameters: {}, settings: retryOnFail });
				await send(path, items(100, { 56: slug }));
				const { status } = await api.finished(id, 1);
				assert.equal(status, 'error');
				eachOnce(from, count);
			},
		);
	}

	for (const which of ['original', 'current'] as const) {
		await scenario.step(
			`Retry from the executions list, ${which} workflow: each start once`,
			async () => {
				const from = log.starts.length;
				const path = `list-${which}`;
				const saved = await create({ path, parameters: { options: { concurrency: 10 } } });
				await send(path, items(100, { 56: UNKNOWN_FLOW }));
				const failed = await api.finished(saved.id, 1);
				assert.equal(failed.status, 'error');
				const atFirst = log.starts.length - from;
				assert.ok(atFirst >= 56 && atFirst <= 99);
				assert.ok(!(await api.savedData(failed.id)).includes(TOKENS.qa));

				// The person has mended the slug meanwhile; only the current workflow knows.
				if (which === 'current') await api.updateWorkflow(withMendedSlug(saved));
				await api.retry(failed.id, which);
				const { status } = await api.finished(saved.id, 2);
				assert.equal(status, which === 'current' ? 'success' : 'error');
				// With the slug as it was, the 57th stops the run again, before or after the last items.
				eachOnce(from, which === 'current' ? 100 : log.starts.length - from);
				assert.ok(log.starts.length - from >= atFirst);
			},
		);
	}

	await scenario.step(
		'Equal items in a loop are different starts, also with Retry On Fail',
		async () => {
			const from = log.starts.length;
			const { id } = await create({
				path: 'loop',
				parameters: {},
				settings: retryOnFail,
				inLoop: true,
			});
			await send(
				'loop',
				[1, 1, 1].map((n) => ({ n, slug: ECHO, error: 'an answer with this field' })),
			);
			await api.finished(id, 1);
			assert.deepEqual([...startsSince(from)], [[1, 3]]);
		},
	);

	await scenario.step('Without a failure nothing stays behind in the saved execution', async () => {
		const { id } = await create({ path: 'clean', parameters: {} });
		await send('clean', items(3));
		const execution = await api.finished(id, 1);
		assert.equal(execution.status, 'success');
		assert.ok(!(await api.savedData(execution.id)).includes('triggerFlow"'));
	});

	await scenario.step(
		'Stop ends starts in flight at once, and nothing is sent afterwards',
		async () => {
			const from = log.starts.length;
			const { id } = await create({ path: 'stop', parameters: { options: { concurrency: 2 } } });
			await send(
				'stop',
				items(20).map((item) => ({ ...item, slug: SLOW, seconds: 120 })),
			);
			await log.waitFor(from + 2, AbortSignal.timeout(20_000));
			const [running] = await api.executions(id);
			await api.stop(running?.id ?? '');
			assert.equal((await api.finished(id, 1)).status, 'canceled');

			// Another run, from beginning to end, gives the stopped one time to send what it must not.
			const fence = await create({ path: 'fence', parameters: {} });
			await send('fence', items(20));
			await api.finished(fence.id, 1);
			assert.deepEqual(log.starts.slice(from).filter(({ slug }) => slug === SLOW).length, 2);
		},
	);
}

function withMendedSlug(workflow: SavedWorkflow): SavedWorkflow {
	const mended = `={{ $json.slug === "${UNKNOWN_FLOW}" ? "${ECHO}" : $json.slug }}`;
	const text = JSON.stringify(workflow.nodes).replace(
		JSON.stringify('={{ $json.slug }}'),
		JSON.stringify(mended),
	);
	return { ...workflow, nodes: JSON.parse(text) as object[] };
}
