import assert from 'node:assert/strict';

import type { JsonObject } from '../../nodes/StartFlow/shared/json';
import { table } from '../../tools/docs/table.mts';
import { chain, node } from '../../tools/n8n/workflow.mts';
import { SILENT_SLUG } from '../../tools/stand-in/flows.mts';
import { bySlug, filledForm } from '../parameters.mts';
import { after, answer, OrdinaryRuns, type Behaviour } from './ordinaryRuns.mts';
import { fieldsOf, type Journey } from './testBed.mts';
import { Waiting } from './waiting.mts';
import { startFlow } from './workflow.mts';

const CONTINUE = { onError: 'continueErrorOutput' };

const LATENCY_MS = 100;
const fine = after(LATENCY_MS, answer(200, { ok: true }));

/** Answers of so many bytes, each different: n8n saves equal text once. */
const large =
	(bytes: number): Behaviour =>
	(response, { n }) => {
		const line = `${n}:`.padEnd(97, 'x');
		const text = Array.from(
			{ length: Math.ceil(bytes / 100) },
			(_, at) => `${line}${at % 1000}`,
		).join('');
		return answer(200, { n, text: text.slice(0, bytes) })(response, { n });
	};

function assertNotSent(outputs: Array<Array<Record<string, unknown>>>, what: string): void {
	const outcomes = outputs.map((items) =>
		items.map(({ details }) => (details as { outcome?: string } | undefined)?.outcome),
	);
	assert.deepEqual({ what, outcomes }, { what, outcomes: [[], ['notSent']] });
}

/** Runs that everybody has, with all starts counted. Prints a table of what was seen. It takes ten minutes. */
export const ordinary: Journey = async (bed, scenario) => {
	const rows: string[][] = [];
	const step = async (title: string, work: () => Promise<string>) =>
		await scenario.step(title, async () => {
			const seen = await work();
			rows.push([title, seen]);
			return seen;
		});
	const ratio = (ms: number, cleanMs: number) => (ms / cleanMs).toFixed(2);

	const clean = await OrdinaryRuns.with(
		bed,
		'clean',
		fine,
		async (runs) => (await runs.run(2_000)).ms,
	);
	const FAILURES: Array<[string, number, Behaviour, number]> = [
		['1 row in 100 answers 500', 100, after(LATENCY_MS, answer(500)), 0],
		['1 row in 20 answers 500', 20, after(LATENCY_MS, answer(500)), 0],
		[
			'1 row in 100 loses its connection',
			100,
			(response) => void response.socket?.resetAndDestroy(),
			0,
		],
		['1 row in 100 never answers, Timeout 2 s', 100, () => {}, 2_000],
	];
	for (const [title, every, fail, extraMs] of FAILURES) {
		await step(`2,000 rows, ${title}`, async () => {
			const behave: Behaviour = (response, context) =>
				(context.n % every === every - 1 ? fail : fine)(response, context);
			return await OrdinaryRuns.with(bed, `share-${rows.length}`, behave, async (runs) => {
				const options = extraMs ? { timeout: extraMs } : {};
				const { ms, outputs } = await runs.run(2_000, { settings: CONTINUE, options });
				runs.eachOnce(2_000);
				assert.deepEqual(
					outputs.map(({ length }) => length),
					[2_000 - 2_000 / every, 2_000 / every],
				);
				assert.ok(ms <= 1.5 * clean + extraMs, `${ms} ms, clean ${clean} ms`);
				return `${ratio(ms - extraMs, clean)} × a clean run`;
			});
		});
	}

	for (const [status, headers] of [
		[503, { 'retry-after': '0' }],
		[502, {}],
	] as const) {
		await step(`6,000 rows, ${status} to all for 2 s; the next run`, async () => {
			let downFrom = Infinity;
			let downAfter = Infinity;
			const behave: Behaviour = async (response, context) => {
				if (--downAfter === 0) downFrom = Date.now();
				const isDown = Date.now() >= downFrom && Date.now() < downFrom + 2_000;
				await (isDown ? answer(status, {}, headers) : fine)(response, context);
			};
			return await OrdinaryRuns.with(bed, `outage-${status}`, behave, async (runs) => {
				const { ms: cleanMs } = await runs.run(6_000, { settings: CONTINUE });
				downAfter = 1_000;
				const { ms } = await runs.run(6_000, { settings: CONTINUE });
				const next = await runs.run(6_000, { settings: CONTINUE });
				assert.ok(downFrom < Infinity, 'the service was never down');
				assert.ok(ms <= 2.5 * cleanMs && next.ms <= 1.2 * cleanMs, `${cleanMs}, ${ms}, ${next.ms}`);
				return `${ratio(ms, cleanMs)} × and ${ratio(next.ms, cleanMs)} × a clean run`;
			});
		});
	}

	await step('600 rows after an overload and 30 runs of one row', async () => {
		let inFlight = 0;
		const behave: Behaviour = async (response, context) => {
			response.once('close', () => inFlight--);
			await (++inFlight > 60 ? answer(429, {}, { 'retry-after': '0' }) : fine)(response, context);
		};
		return await OrdinaryRuns.with(bed, 'overload', behave, async (runs) => {
			await runs.run(600);
			const before = await runs.run(600);
			for (let count = 0; count < 30; count++) await runs.run(1);
			const { ms } = await runs.run(600);
			assert.ok(ms <= 1.2 * before.ms, `${before.ms}, ${ms}`);
			return `${ratio(ms, before.ms)} × the run before`;
		});
	});

	await step('2,000 rows after a node with Concurrency 1', async () =>
		OrdinaryRuns.with(bed, 'concurrency', fine, async (runs) => {
			const before = await runs.run(2_000);
			await runs.run(5, { options: { concurrency: 1 } });
			const { ms } = await runs.run(2_000);
			assert.ok(ms <= 1.2 * before.ms, `${before.ms}, ${ms}`);
			return `${ratio(ms, before.ms)} × the run before`;
		}),
	);

	for (const [count, megabytes] of [
		[10, 45],
		[59, 1],
	] as const) {
		await step(`${count} answers of ${megabytes} MB, then a refused row`, async () => {
			const behave: Behaviour = (response, context) =>
				context.n === count
					? answer(422)(response, context)
					: large(megabytes * 1_000_000)(response, context);
			return await OrdinaryRuns.with(bed, `large-${megabytes}`, behave, async (runs) => {
				const { id, status, workflow } = await runs.run(count + 1);
				assert.equal(status, 'error');
				const savedMb = (await bed.api.savedData(id)).length / 1_000_000;
				assert.ok(savedMb <= 40, `${savedMb} MB`);
				runs.eachOnce(count + 1);
				runs.behave = answer(200, { last: true });
				await bed.api.retry(id, 'current');
				assert.equal((await bed.api.finished(workflow.id, 2)).status, 'success');
				assert.deepEqual(runs.received.slice(count + 1), [count]);
				return `${savedMb.toFixed(0)} MB saved, 1 started`;
			});
		});
	}

	await step('Form with $execution.id, refreshed, then Retry', async () => {
		const behave: Behaviour = (response, context) =>
			answer(context.n === 5 ? 422 : 200)(response, context);
		return await OrdinaryRuns.with(bed, 'refreshed', behave, async (runs) => {
			const value = { '/n': '={{ $json.n }}', '/run': '={{ $execution.id }}' };
			const formOf = (example: JsonObject) => ({
				contextMode: 'form',
				contextMapping: filledForm(example, 'order-1', value),
			});
			const parameters = formOf({ n: 1, run: 'x' });
			const { id, status, workflow } = await runs.run(10, { parameters });
			assert.equal(status, 'error');
			runs.behave = answer(200);
			const refreshed = formOf({ added: true, n: 1, run: 'x' });
			await bed.api.updateWorkflow({
				...workflow,
				nodes: workflow.nodes.map((one) => {
					const saved = one as { name: string; parameters: object };
					if (saved.name !== 'Trigger Flow') return saved;
					return { ...saved, parameters: { ...saved.parameters, ...refreshed } };
				}),
			});
			await bed.api.retry(id, 'current');
			assert.equal((await bed.api.finished(workflow.id, 2)).status, 'success');
			const received = [...runs.received].sort((a, b) => a - b);
			assert.deepEqual(received, [0, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9]);
			return '0 started twice';
		});
	});

	await step('Bad values', async () =>
		OrdinaryRuns.with(bed, 'bad', fine, async (runs) => {
			const example = { amount: 1, name: 'Ada' };
			const form = (amount: unknown, name: unknown) => ({
				contextMode: 'form',
				contextMapping: filledForm(example, 'order-1', {
					'/amount': '={{ $json.amount }}',
					'/name': '={{ $json.name }}',
				}),
				sent: { amount, name, slug: 'order-1' },
			});
			const ids = { ids: [2 ** 53 + 2], slug: 'order-1' };
			const CASES = [
				...['01234', '+49 30 1234', '0x10', true].map((amount) => form(amount, 'Ada')),
				...[['a'], { a: 1 }].map((name) => form(1, name)),
				{ contextMode: 'input', sent: ids },
				{ contextMode: 'json', contextJson: '={{ { ids: $json.ids } }}', sent: ids },
			];
			for (const { sent, ...parameters } of CASES) {
				const { outputs } = await runs.run(1, { parameters, settings: CONTINUE }, [sent]);
				assertNotSent(outputs, JSON.stringify(sent));
			}
			runs.url = runs.url.replace('//', '/');
			assertNotSent((await runs.run(1, { settings: CONTINUE })).outputs, runs.url);
			assert.deepEqual(runs.received, []);
			return 'notSent, nothing received';
		}),
	);

	await step('Loop Over Items, 3 rows, answers []', async () =>
		OrdinaryRuns.with(bed, 'loop', answer(200, []), async (runs) => {
			assert.equal((await runs.run(3, { loopOver: 1 })).status, 'success');
			runs.eachOnce(3);
			return '3 started';
		}),
	);

	await step('Input pinned, error output, one row refused', async () =>
		OrdinaryRuns.with(
			bed,
			'pinned',
			(response, context) =>
				answer(context.id === 1 ? 422 : 200, { ok: context.id })(response, context),
			async (runs) => {
				const workflow = await bed.api.createWorkflow({
					...chain('pinned', [
						node('Manual', 'n8n-nodes-base.manualTrigger', 1),
						node('Rows', 'n8n-nodes-base.set', 3.4, {
							parameters: { mode: 'raw', jsonOutput: '{"id":0,"name":"old"}' },
						}),
						startFlow(await runs.credential(), { flow: bySlug('order-1') }, CONTINUE),
					]),
					pinData: {},
				});
				const before = await bed.api.runByHand(workflow, { trigger: 'Manual' });
				const pinned = await bed.api.updateWorkflow({
					...workflow,
					pinData: { Rows: [{ json: { id: 1, name: 'b' } }, { json: { id: 2, name: 'c' } }] },
				});
				const runData = await bed.lab.runData(before.id);
				const byHand = [
					await bed.api.runByHand(pinned, { trigger: 'Manual' }),
					await bed.api.runByHand(pinned, { trigger: 'Manual', node: 'Trigger Flow', runData }),
				];
				for (const { id } of byHand) {
					const [run] = await bed.saved(id);
					assert.deepEqual(fieldsOf(run, 0), [{ ok: 2 }]);
					const [{ error, details, ...fields } = {}, ...others] = fieldsOf(run, 1);
					assert.deepEqual({ fields, others }, { fields: { id: 1, name: 'b' }, others: [] });
					assert.match(String(error), /did not accept the start/);
					assert.equal((details as { outcome: string }).outcome, 'rejected');
				}
				return 'right, by Execute Workflow and by Execute Step';
			},
		),
	);

	await step("A list as callback, $('Items').item behind it", async () => {
		const next = node('After', 'n8n-nodes-base.set', 3.4, {
			parameters: {
				mode: 'raw',
				jsonOutput: "={{ { n: $('Items').item.json.n, data: $json.data } }}",
			},
		});
		const waiting = await Waiting.begin(bed, 'ordinary-list', SILENT_SLUG, { next });
		assert.equal((await waiting.call('[{"a":1},{"a":2}]')).status, 200);
		const data = [{ a: 1 }, { a: 2 }];
		await waiting.wentOnWith({ data });
		const [behind] = await bed.saved(waiting.execution, 'After');
		assert.deepEqual(fieldsOf(behind), [{ n: 7, data }]);
		return 'one item, right';
	});

	await step('Timeout 400,000 ms, answer after 310 s', async () =>
		OrdinaryRuns.with(bed, 'slow', after(310_000, answer(200, { late: true })), async (runs) => {
			const { outputs } = await runs.run(1, { settings: CONTINUE, options: { timeout: 400_000 } });
			assert.deepEqual(outputs, [[{ late: true }], []]);
			runs.eachOnce(1);
			return 'the answer';
		}),
	);
	console.log(table(['Run', 'Seen'], rows));
};
