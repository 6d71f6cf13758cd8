import assert from 'node:assert/strict';

import { APPROVAL_SLUG, SILENT_SLUG } from '../../tools/stand-in/flows.mts';
import { until } from '../../tools/until.mts';
import type { Journey } from './testBed.mts';
import { Waiting } from './waiting.mts';

/** Start and Wait for Callback: one start, one callback, one answer. */
export const startAndWait: Journey = async (bed, scenario) => {
	// n8n looks for passed limits once a minute, so the other steps run meanwhile.
	const parameters = { waitLimit: 0.02, waitUnit: 'minutes' };
	const late = await Promise.all(
		['continueErrorOutput', 'continueRegularOutput', 'stopWorkflow'].map(
			async (onError) =>
				await Waiting.begin(bed, `late-${onError}`, SILENT_SLUG, {
					parameters,
					settings: { onError },
				}),
		),
	);

	await scenario.step('Waiting: the flow calls back after some seconds', async () => {
		const waiting = await Waiting.begin(bed, 'in-time', APPROVAL_SLUG);
		await waiting.wentOnWith({ approved: true, by: 'Grace Hopper' });
	});

	await scenario.step(
		'Waiting: an early callback is refused at first, and sent again',
		async () => {
			const waiting = await Waiting.begin(bed, 'early', 'early-callback-4d8s1m');
			await waiting.wentOnWith({ done: true });
			assert.ok((waiting.start.callbacks[0]?.attempts.length ?? 0) > 1);
		},
	);

	await scenario.step('Waiting: of ten callbacks at the same moment, one is accepted', async () => {
		const waiting = await Waiting.begin(bed, 'ten', SILENT_SLUG);
		const copies = Array.from({ length: 10 }, () => waiting.call('{"copy":true}'));
		const statuses = (await Promise.all(copies)).map(({ status }) => status);
		assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '));
		await waiting.wentOnWith({ copy: true });
		assert.notEqual((await waiting.call('{"late":true}')).status, 200);
	});

	await scenario.step('Waiting: a forged callback is refused, and the wait goes on', async () => {
		const waiting = await Waiting.begin(bed, 'forged', SILENT_SLUG);
		const [guessed, without] = [waiting.url, waiting.url];
		guessed.searchParams.set('callbackId', 'guessed');
		without.searchParams.delete('callbackId');
		for (const url of [guessed, without]) {
			const { status, text } = await waiting.call('{"forged":true}', url);
			assert.equal(status, 409, text);
		}
		assert.equal(await waiting.status(), 'waiting');
		assert.equal((await waiting.call('{"real":true}')).status, 200);
		await waiting.wentOnWith({ real: true });
	});

	await scenario.step('Waiting: a body that n8n cannot read leaves it waiting', async () => {
		const waiting = await Waiting.begin(bed, 'broken', SILENT_SLUG);
		assert.equal((await waiting.call('{"broken"')).status, 422);
		const form = new FormData();
		form.append('scan', new Blob(['a scan']), 'scan.txt');
		assert.equal((await waiting.call(form)).status, 415);
		assert.equal(await waiting.status(), 'waiting');
		assert.equal((await waiting.call('{"whole":true}')).status, 200);
		await waiting.wentOnWith({ whole: true });
	});

	await scenario.step('Waiting: Retry while it waits starts nothing', async () => {
		const waiting = await Waiting.begin(bed, 'retried', SILENT_SLUG);
		await bed.api.retry(waiting.execution, 'original').catch(() => {});
		assert.equal((await waiting.call('{"still":true}')).status, 200);
		await waiting.wentOnWith({ still: true });
	});

	await scenario.step('Waiting: Retry after Stop starts nothing', async () => {
		const waiting = await Waiting.begin(bed, 'stopped', SILENT_SLUG);
		await bed.api.stop(waiting.execution);
		await until('stop it', async () => (await waiting.status()) === 'canceled');
		await waiting.retry();
		waiting.startedOnce();
	});

	await scenario.step('Waiting: when the limit passes, an error goes on', async () => {
		for (const waiting of late) {
			const [answered = [], failed = []] = await waiting.outputs();
			const [item] = [...answered, ...failed];
			assert.match(String(item?.error), /^The flow "silent-archive-9b5f2j" did not call back/);
			const { outcome } = (item?.details ?? {}) as { outcome?: string };
			// On the error branch, n8n 1.x and 2.20 keep only the error.
			if (item?.details !== undefined) assert.equal(outcome, 'noCallback');
			else assert.ok(failed.length > 0);
			assert.notEqual((await waiting.call('{"late":true}')).status, 200);
			waiting.startedOnce();
		}
	});

	await scenario.step('Waiting: a restart of n8n keeps the wait', async () => {
		const waiting = await Waiting.begin(bed, 'restart', SILENT_SLUG);
		await bed.lab.restart();
		// Calls back as a good flow does, twice at once. While n8n starts, it may answer 5xx, or 200 with
		// its own words.
		const callUntilItGoesOn = async () =>
			await until('go on', async () => {
				const answer = await waiting.call('{"after":"the restart"}').catch(() => undefined);
				return /(?:finished|running) already/.test(answer?.text ?? '');
			});
		await Promise.all([callUntilItGoesOn(), callUntilItGoesOn()]);
		await waiting.wentOnWith({ after: 'the restart' });
	});
};
