import { withProgress } from '../../tools/progress.mts';
import type { Execution } from './account.mts';
import type { Cluster } from './cluster.mts';

/** How many executions are retried at once. */
const AT_ONCE = 10;

/** "Retry" from the executions list for each. Resolves to what n8n refused, when all have ended. */
export async function retryAll(
	{ api }: Cluster,
	label: string,
	executions: Execution[],
): Promise<string[]> {
	const refused: string[] = [];
	let done = 0;
	const retryEach = async () => {
		while (done < executions.length) {
			const batch = executions.slice(done, done + AT_ONCE);
			const retries = batch.map(async ({ id }) => await api.retry(id, 'original'));
			for (const result of await Promise.allSettled(retries)) {
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
