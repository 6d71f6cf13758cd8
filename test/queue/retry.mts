import type { N8nApi } from '../../tools/n8n/api.mts';
import { withProgress } from '../../tools/progress.mts';
import type { Execution } from './evidence.mts';

/** How many executions are retried at once. */
const AT_ONCE = 10;

/** "Retry" from the executions list for each. Resolves to what n8n refused, when all have ended. */
export async function retryAll(
	api: N8nApi,
	label: string,
	executions: Execution[],
): Promise<string[]> {
	const refused: string[] = [];
	let done = 0;
	const retry = async () => {
		while (done < executions.length) {
			const batch = executions.slice(done, done + AT_ONCE);
			const results = await Promise.allSettled(batch.map(({ id }) => api.retry(id, 'original')));
			for (const result of results) {
				if (result.status === 'rejected') refused.push(String(result.reason));
			}
			done += batch.length;
		}
	};
	if (executions.length > 0) {
		await withProgress(`${label}: Retry`, () => `${done} of ${executions.length}`, retry());
	}
	return refused;
}
