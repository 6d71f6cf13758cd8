import { until } from '../../tools/n8n/session.mts';
import { withProgress } from '../../tools/progress.mts';
import type { Cluster } from './cluster.mts';
import type { Execution } from './evidence.mts';

/** How many executions are retried at once. */
const AT_ONCE = 10;

/**
 * "Retry" from the executions list, so many times at once, until each has ended by what n8n answers or has
 * saved. It may never answer: its main process looks for the end of a job only once it has told everybody of
 * its begin, and n8n drops a job at its end (Bull, `Job.finished` and `removeOnComplete`).
 *
 * @throws Error with what n8n answers where it refuses.
 */
export async function retry(
	{ api, database }: Cluster,
	id: string,
	workflow: 'original' | 'current',
	times = 1,
): Promise<void> {
	const ended = async () => {
		const [row] = await database.query<{ ended: number }>(`
			SELECT count(*) AS ended FROM execution_entity
			WHERE "retryOf" = '${id}' AND status NOT IN ('new', 'running')`);
		return Number(row?.ended);
	};
	const before = await ended();
	let isAnswered = false;
	const retries = Array.from({ length: times }, async () => await api.retry(id, workflow));
	const answers = Promise.all(retries).finally(() => (isAnswered = true));
	const isOver = async () => isAnswered || (await ended()) >= before + times;
	await Promise.race([answers, until(`end the retry of ${id}`, isOver)]);
}

/** "Retry" from the executions list for each. Resolves to what n8n refused, when all have ended. */
export async function retryAll(
	cluster: Cluster,
	label: string,
	executions: Execution[],
): Promise<string[]> {
	const refused: string[] = [];
	let done = 0;
	const retryEach = async () => {
		while (done < executions.length) {
			const batch = executions.slice(done, done + AT_ONCE);
			const results = await Promise.allSettled(
				batch.map(({ id }) => retry(cluster, id, 'original')),
			);
			for (const result of results) {
				if (result.status === 'rejected') refused.push(String(result.reason));
			}
			done += batch.length;
		}
	};
	if (executions.length > 0) {
		await withProgress(`${label}: Retry`, () => `${done} of ${executions.length}`, retryEach());
	}
	return refused;
}
