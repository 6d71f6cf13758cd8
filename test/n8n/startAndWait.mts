import assert from 'node:assert/strict';

import { APPROVAL_SLUG, SILENT_SLUG } from '../../stand-in/flows.mts';
import { until } from '../../tools/n8n/session.mts';
import type { Feature } from './feature.mts';
import { SLOW } from './testBed.mts';
import { Waiting } from './waiting.mts';

/** What came by whichever content type, and what the node makes of it. */
const BODIES: Array<[name: string, body: string, type: string, items: unknown[]]> = [
	['list', '[{"a":1},2]', 'application/json', [{ a: 1 }, { data: 2 }]],
	['text', 'plain', 'text/plain', [{ data: 'plain' }]],
	['nothing', '', 'application/json', [{}]],
	['failure', '{"error":"no"}', 'application/json', [{ error: 'no', statusCode: 202 }]],
];

export const startAndWait: Feature = {
	name: 'Start and Wait for Callback: one start, one callback, one answer',
	async test(bed, scenario) {
		// n8n looks once a minute: meanwhile the others.
		const parameters = { waitLimit: 0.02, waitUnit: 'minutes' };
		const late = {
			branch: await Waiting.begin(bed, 'late-branch', SILENT_SLUG, {
				parameters,
				settings: { onError: 'continueErrorOutput' },
			}),
			goesOn: await Waiting.begin(bed, 'late-on', SILENT_SLUG, {
				parameters,
				settings: { onError: 'continueRegularOutput' },
			}),
			stop: await Waiting.begin(bed, 'late-stop', SILENT_SLUG, { parameters }),
		};

		await scenario.step('Waiting: the flow calls back after some seconds', async () => {
			const waiting = await Waiting.begin(bed, 'in-time', APPROVAL_SLUG);
			assert.deepEqual(await waiting.outcome(), {
				answered: [{ approved: true, by: 'Grace Hopper' }],
				failed: [],
			});
			assert.equal(await waiting.runsBehind(), 1);
		});

		await scenario.step('Waiting: a callback that comes too early is taken later', async () => {
			const waiting = await Waiting.begin(bed, 'early', 'early-callback-4d8s1m');
			assert.deepEqual(await waiting.outcome(), { answered: [{ done: true }], failed: [] });
			assert.ok((waiting.start.callbacks[0]?.tries.length ?? 0) > 1);
			assert.equal(waiting.starts(), 1);
		});

		await scenario.step('Waiting: ten copies at the same moment, one is taken', async () => {
			const waiting = await Waiting.begin(bed, 'ten', SILENT_SLUG);
			const copies = Array.from({ length: 10 }, (_, copy) =>
				waiting.call(JSON.stringify({ copy })),
			);
			const statuses = (await Promise.all(copies)).map(({ status }) => status);
			assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
			await waiting.outcome();
			assert.equal(await waiting.runsBehind(), 1);
			// Later ones find nobody that waits.
			assert.notEqual((await waiting.call('{"late":true}')).status, 200);
		});

		await scenario.step('Waiting: a forged callback is refused, and the wait goes on', async () => {
			const waiting = await Waiting.begin(bed, 'forged', SILENT_SLUG);
			const [guessed, without] = [waiting.url, waiting.url];
			guessed.searchParams.set('callbackId', 'guessed');
			without.searchParams.delete('callbackId');
			for (const url of [guessed, without]) {
				const { status, text } = await waiting.call('{"forged":true}', { url });
				assert.equal(status, 409, text);
			}
			assert.equal(await waiting.status(), 'waiting');
			assert.equal((await waiting.call('{"real":true}')).status, 200);
			assert.deepEqual(await waiting.outcome(), { answered: [{ real: true }], failed: [] });
		});

		await scenario.step('Waiting: whatever comes is laid out as an answer is', async () => {
			for (const [name, body, type, expected] of BODIES) {
				const waiting = await Waiting.begin(bed, name, SILENT_SLUG);
				assert.equal((await waiting.call(body, { type })).status, 200, name);
				assert.deepEqual((await waiting.outcome()).answered, expected, name);
			}
			const options = { includeInput: true, fullResponse: true };
			const whole = await Waiting.begin(bed, 'whole', SILENT_SLUG, { parameters: { options } });
			assert.equal((await whole.call('{"yes":1}')).status, 200);
			const [item] = (await whole.outcome()).answered;
			const { statusCode, body } = item?.answer as { statusCode: number; body: object };
			assert.deepEqual(
				[item?.n, item?.body, statusCode, body],
				[7, { yes: 1 }, 202, { accepted: true }],
			);
		});

		await scenario.step('Waiting: files are kept, and what n8n cannot read waits on', async () => {
			const file = await Waiting.begin(bed, 'file', SILENT_SLUG);
			assert.equal((await file.call('{"broken"')).status, 422);
			const form = new FormData();
			form.append('scan', new Blob(['a scan']), 'scan.txt');
			assert.equal((await file.call(form, { type: null })).status, 415);
			assert.equal(await file.status(), 'waiting');
			const bytes = new TextEncoder().encode('%PDF-1.4');
			assert.equal((await file.call(bytes, { type: 'application/pdf' })).status, 200);
			await file.outcome();
			const [{ binary } = {}] = (await bed.saved(file.execution))[0]?.data?.main[0] ?? [];
			assert.equal(binary?.data?.mimeType, 'application/pdf');
		});

		await scenario.step('Waiting: Retry of one that waits starts nothing', async () => {
			const waiting = await Waiting.begin(bed, 'retried', SILENT_SLUG);
			await bed.api.retry(waiting.execution, 'original').catch(() => {});
			assert.equal((await waiting.call('{"still":true}')).status, 200);
			assert.deepEqual(await waiting.outcome(), { answered: [{ still: true }], failed: [] });
			assert.equal(waiting.starts(), 1);
		});

		await scenario.step('Waiting: Retry of one that was stopped starts nothing', async () => {
			const waiting = await Waiting.begin(bed, 'stopped', SILENT_SLUG);
			await bed.api.stop(waiting.execution);
			assert.equal((await bed.api.finished(waiting.workflow.id, 1)).status, 'canceled');
			await retryInBothWays(waiting);
		});

		await scenario.step(
			'Waiting: Retry of one that n8n broke off behind it starts nothing',
			async () => {
				const waiting = await Waiting.begin(bed, 'broken', SILENT_SLUG, { next: SLOW });
				assert.equal((await waiting.call('{"came":true,"seconds":30}')).status, 200);
				await until('go on', async () =>
					bed.log.starts.some(({ context }) => context.came === true),
				);
				await bed.lab.crash();
				await retryInBothWays(waiting);
			},
		);

		await scenario.step(
			'Waiting: when the limit passes, an error goes on, in every setting',
			async () => {
				let isBare = false;
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
					else assert.equal(name, 'branch');
					isBare ||= item?.details === undefined;
					assert.equal(waiting.starts(), 1);
					assert.notEqual((await waiting.call('{"late":true}')).status, 200);
				}
				return isBare
					? 'On the error branch, n8n keeps nothing of such an item but its error and the input.'
					: undefined;
			},
		);

		await scenario.step('Waiting: a restart of n8n keeps the wait', async () => {
			const waiting = await Waiting.begin(bed, 'restart', SILENT_SLUG);
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
			// The first is held back until n8n has gone through what was left; the others are refused meanwhile.
			assert.ok(
				said.some((text) => text.includes('was received already')),
				said.join('\n'),
			);
			assert.deepEqual(await waiting.outcome(), {
				answered: [{ after: 'the restart' }],
				failed: [],
			});
			assert.equal(waiting.starts(), 1);
		});
	},
};

/** "Retry" of an ended execution, with the workflow as it was and as it is: n8n or the node may refuse. */
async function retryInBothWays(waiting: Waiting): Promise<void> {
	const { bed, workflow, execution } = waiting;
	for (const which of ['original', 'current'] as const) {
		const before = (await bed.api.executions(workflow.id)).length;
		const isRetried = await bed.api.retry(execution, which).then(
			() => true,
			() => false,
		);
		if (isRetried) await bed.api.finished(workflow.id, before + 1);
		assert.equal(waiting.starts(), 1);
	}
}
