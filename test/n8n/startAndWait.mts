import assert from 'node:assert/strict';

import { APPROVAL_SLUG, SILENT_SLUG } from '../../stand-in/flows.mts';
import { TOKENS } from '../../stand-in/server.mts';
import type { Feature } from './feature.mts';
import { until } from '../../tools/n8n/session.mts';
import { eachOnce, fieldsOf, items, SLOW, type TestBed } from './testBed.mts';
import { Waiting } from './waiting.mts';

const EARLY_SLUG = 'early-callback-4d8s1m';
const DOUBLE_SLUG = 'double-callback-7x3v9k';

export const startAndWait: Feature = {
	name: 'Start and Wait for Callback: one start, one callback, one answer',
	async test(bed, scenario) {
		const begin = async (
			name: string,
			slug: string,
			settings: object = {},
			parameters = {},
			next?: string,
		) => {
			const path = `waiting-${name}`;
			const item = { path, slug, n: 7 };
			return await Waiting.begin(bed, path, { item, settings, parameters, next });
		};

		// n8n looks once a minute: meanwhile the others.
		const soon = { waitLimit: 0.02, waitUnit: 'minutes' };
		const late = {
			branch: await begin('late-branch', SILENT_SLUG, { onError: 'continueErrorOutput' }, soon),
			goesOn: await begin('late-on', SILENT_SLUG, { onError: 'continueRegularOutput' }, soon),
			stop: await begin('late-stop', SILENT_SLUG, {}, soon),
		};

		await scenario.step('Waiting: the flow calls back after some seconds', async () => {
			const waiting = await begin('in-time', APPROVAL_SLUG);
			assert.deepEqual(await waiting.outcome(), {
				answered: [{ approved: true, by: 'Grace Hopper' }],
				failed: [],
			});
			assert.equal((await waiting.runsBehind()).length, 1);
			assert.deepEqual(await waiting.taken(), ['200 {"received":true}']);
		});

		await scenario.step('Waiting: a callback that comes too early is taken later', async () => {
			const waiting = await begin('early', EARLY_SLUG);
			assert.deepEqual(await waiting.outcome(), { answered: [{ done: true }], failed: [] });
			const [callback] = waiting.start.callbacks;
			assert.ok((callback?.tries.length ?? 0) > 1);
			assert.equal(waiting.starts(), 1);
			console.log(`  The first try was answered: ${callback?.tries[0]?.slice(0, 90)}`);
		});

		await scenario.step('Waiting: of two callbacks at the same moment, one is taken', async () => {
			const waiting = await begin('double', DOUBLE_SLUG);
			const {
				answered: [item],
			} = await waiting.outcome();
			assert.equal(item?.done, true);
			assert.equal((await waiting.runsBehind()).length, 1);
			assert.deepEqual(await waiting.taken(), ['200 {"received":true}']);
		});

		await scenario.step('Waiting: ten copies at the same moment, one is taken', async () => {
			const waiting = await begin('ten', SILENT_SLUG);
			const copies = Array.from({ length: 10 }, (_, copy) =>
				waiting.call(JSON.stringify({ copy })),
			);
			const statuses = (await Promise.all(copies)).map(({ status }) => status);
			assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
			await waiting.outcome();
			assert.equal((await waiting.runsBehind()).length, 1);
			// Later ones find nobody that waits.
			assert.notEqual((await waiting.call('{"late":true}')).status, 200);
		});

		await scenario.step('Waiting: a forged callback is refused, and the wait goes on', async () => {
			const waiting = await begin('forged', SILENT_SLUG);
			const [guessed, without] = [waiting.url, waiting.url];
			guessed.searchParams.set('callbackId', 'guessed');
			without.searchParams.delete('callbackId');
			for (const url of [guessed, without]) {
				const { status, text } = await waiting.call('{"forged":true}', { url });
				assert.equal(status, 409, text);
				assert.match(text, /not the callback that the execution waits for/);
			}
			assert.equal(await waiting.status(), 'waiting');
			assert.equal((await waiting.call('{"real":true}')).status, 200);
			assert.deepEqual(await waiting.outcome(), { answered: [{ real: true }], failed: [] });
		});

		await scenario.step('Waiting: the URL goes into a nested field', async () => {
			const field = { callbackField: 'meta.reply.to' };
			const waiting = await begin('nested', SILENT_SLUG, {}, field);
			const { meta } = waiting.start.context as { meta: { reply: { to: string } } };
			assert.match(meta.reply.to, /callbackId=\w{32,}/);
			assert.equal((await waiting.call('{"nested":true}')).status, 200);
			assert.deepEqual(await waiting.outcome(), { answered: [{ nested: true }], failed: [] });
		});

		await scenario.step('Waiting: whatever comes is laid out as an answer is', async () => {
			const sent = {
				arrays: '[{"a":1},2]',
				texts: 'plain',
				nothing: '',
				failure: '{"error":"no"}',
			};
			const options = { includeInput: true, fullResponse: true, responseField: 'said' };
			const expected: Record<string, unknown> = {
				arrays: [{ a: 1 }, { data: 2 }],
				texts: [{ data: 'plain' }],
				nothing: [{}],
				failure: [{ error: 'no', statusCode: 202 }],
			};
			for (const [path, body] of Object.entries(sent)) {
				const waiting = await begin(path, SILENT_SLUG);
				const type = path === 'texts' ? 'text/plain' : 'application/json';
				assert.equal((await waiting.call(body, { type })).status, 200, path);
				assert.deepEqual((await waiting.outcome()).answered, expected[path], path);
			}

			const whole = await begin('whole', SILENT_SLUG, {}, { options });
			assert.equal((await whole.call('{"yes":1}')).status, 200);
			const {
				answered: [item],
			} = await whole.outcome();
			const { n, said } = item as { n: number; said: Record<string, Record<string, unknown>> };
			assert.equal(n, 7);
			assert.deepEqual(Object.keys(said), ['headers', 'body', 'answer']);
			assert.deepEqual(said.body, { yes: 1 });
			assert.deepEqual([said.answer?.statusCode, said.answer?.body], [202, { accepted: true }]);
		});

		await scenario.step('Waiting: files are kept, and what n8n cannot read waits on', async () => {
			const file = await begin('file', SILENT_SLUG);
			assert.equal((await file.call('{"broken"')).status, 422);
			assert.equal(await file.status(), 'waiting');
			const bytes = new TextEncoder().encode('%PDF-1.4');
			assert.equal((await file.call(bytes, { type: 'application/pdf' })).status, 200);
			await file.outcome();
			const [{ binary } = {}] = (await bed.saved(file.execution))[0]?.data?.main[0] ?? [];
			assert.equal(binary?.data?.mimeType, 'application/pdf');

			const form = await begin('sent-as-form', SILENT_SLUG);
			const body = new FormData();
			body.append('scan', new Blob([`a scan, ${TOKENS.qa}`]), `${TOKENS.qa}.txt`);
			assert.equal((await form.call(body, { type: null })).status, 415);
			const { status, text } = await form.call('{"then":"json"}');
			assert.equal(status, 200, text);
			assert.deepEqual(await form.outcome(), { answered: [{ then: 'json' }], failed: [] });
		});

		await scenario.step('Waiting: the token in a callback is masked', async () => {
			const waiting = await begin('token', SILENT_SLUG);
			await waiting.call(JSON.stringify({ seen: `Bearer ${TOKENS.qa}` }));
			assert.deepEqual(await waiting.outcome(), { answered: [{ seen: 'Bearer ***' }], failed: [] });
		});

		await scenario.step('Waiting: several items are refused, and nothing is sent', async () => {
			const run = await bed.run(
				{ path: 'waiting-several', parameters: { operation: 'startAndWait' } },
				items(2),
			);
			assert.equal(run.status, 'error');
			eachOnce(run.starts(), 0);
			const [saved] = await bed.saved(run.id);
			assert.match(saved?.error?.description ?? '', /Loop Over Items with a batch size of 1/);
		});

		await scenario.step('Waiting: Retry of one that waits starts nothing', async () => {
			const waiting = await begin('retried', SILENT_SLUG);
			const answer = await bed.api.retry(waiting.execution, 'original').then(
				() => 'n8n runs it again',
				(error: Error) => `n8n refuses: ${error.message.slice(0, 80)}`,
			);
			assert.equal((await waiting.call('{"still":true}')).status, 200);
			assert.deepEqual(await waiting.outcome(), { answered: [{ still: true }], failed: [] });
			assert.equal(waiting.starts(), 1);
			console.log(`  ${answer}`);
		});

		await scenario.step('Waiting: Retry of one that was stopped starts nothing', async () => {
			const waiting = await begin('stopped', SILENT_SLUG);
			await bed.api.stop(waiting.execution);
			await bed.assertEnded((await bed.api.finished(waiting.workflow.id, 1)).status);
			console.log(`  ${await retryInBothWays(bed, waiting)}`);
		});

		await scenario.step(
			'Waiting: Retry of one that n8n broke off later starts nothing',
			async () => {
				const waiting = await begin('broken', SILENT_SLUG, {}, {}, SLOW);
				assert.equal((await waiting.call('{"came":true,"seconds":30}')).status, 200);
				await until('go on', async () =>
					bed.log.starts.some(({ context }) => context.came === true),
				);
				await bed.lab.crash();
				console.log(`  ${await retryInBothWays(bed, waiting)}`);
			},
		);

		await scenario.step(
			'Waiting: a time that is up sends an error on, in every setting',
			async () => {
				for (const [name, waiting] of Object.entries(late)) {
					const { answered, failed } = await waiting.outcome();
					const [item] = name === 'branch' ? failed : answered;
					assert.match(
						String(item?.error),
						/^The flow "silent-archive-9b5f2j" \(QA\) did not call back/,
					);
					const details = {
						outcome: 'noCallback',
						slug: SILENT_SLUG,
						attempts: 1,
						body: { accepted: true },
					};
					if (item?.details !== undefined) assert.deepEqual(item.details, details);
					else assert.ok(name === 'branch' && !(await bed.isEarly()), name);
					if (name === 'branch') assert.equal(item?.n, 7);
					assert.equal(waiting.starts(), 1);
					assert.notEqual((await waiting.call('{"late":true}')).status, 200);
				}
				return (await late.branch.outcome()).failed[0]?.details === undefined
					? 'On the error branch, n8n keeps nothing of such an item but its error and the input.'
					: undefined;
			},
		);

		await scenario.step(
			'Waiting: a restart of n8n keeps the wait, and holds the callback back',
			async () => {
				const waiting = await begin('restart', SILENT_SLUG);
				await bed.lab.restart();
				// As a good flow does, and twice at once: while n8n starts, it may answer 5xx, and 200 with its own words.
				const said: string[] = [];
				const callUntilItGoesOn = async () =>
					await until('go on', async () => {
						// n8n leaves the reading of this type to the node.
						const how = { type: 'application/vnd.api+json', signal: AbortSignal.timeout(3_000) };
						const call = waiting.call('{"after":"the restart"}', how);
						const text = await call.then(
							(answer) => answer.text,
							() => 'no answer yet',
						);
						said.push(text);
						return /(?:finished|running) already/.test(text);
					});
				await Promise.all([callUntilItGoesOn(), callUntilItGoesOn()]);
				// One is held back until n8n has gone through what was left, longer than this flow waits for an answer.
				const refused = said.filter((text) => text.includes('was received already'));
				assert.ok(refused.length > 3, said.join('\n'));
				assert.ok(!said.includes('{"received":true}'), said.join('\n'));
				assert.deepEqual(await waiting.outcome(), {
					answered: [{ after: 'the restart' }],
					failed: [],
				});
				assert.equal(waiting.starts(), 1);
			},
		);
	},
};

/** "Retry" of an ended execution, with the workflow as it was and as it is. */
async function retryInBothWays(bed: TestBed, waiting: Waiting): Promise<string> {
	const told: string[] = [];
	for (const which of ['original', 'current'] as const) {
		const before = (await bed.api.executions(waiting.workflow.id)).length;
		try {
			await bed.api.retry(waiting.execution, which);
			const { id, status } = await bed.api.finished(waiting.workflow.id, before + 1);
			const [run] = await bed.saved(id);
			const said = run?.error?.message ?? JSON.stringify(fieldsOf(run));
			told.push(`${which}: ${status}, ${said.slice(0, 120)}`);
		} catch (error) {
			told.push(`${which}: n8n refuses, ${String(error).slice(0, 120)}`);
		}
		assert.equal(waiting.starts(), 1);
	}
	return told.join('; ');
}
