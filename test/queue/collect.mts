import type { LoggedStart } from '../../stand-in/startLog.mts';
import { countBy, type Evidence, type Execution, type Start } from './account.mts';
import type { Call } from './calls.mts';
import type { Cluster } from './cluster.mts';
import { runsOf } from './worker.mts';

/** Collects what there is about the calls that a workflow has taken. */
export async function collect(
	cluster: Cluster,
	workflowId: string,
	calls: Call[],
): Promise<Evidence> {
	const executions = await executionsOf(cluster, workflowId);
	const ids = new Set(executions.map(({ id }) => id));
	const begun = (await Promise.all(cluster.workers.map(runsOf))).flat().filter((id) => ids.has(id));
	const starts = cluster.standIn.log.starts.map(startOf);
	return {
		calls,
		executions,
		runs: countBy(begun, (id) => id),
		starts: starts.filter(({ execution }) => ids.has(execution)),
	};
}

/** How many executions of some workflows n8n has not ended yet. */
export async function openExecutions(cluster: Cluster, workflowIds: string[]): Promise<number> {
	const [row] = await cluster.database.query<{ open: number }>(`
		SELECT count(*) AS open FROM execution_entity
		WHERE "workflowId" IN (${workflowIds.map((id) => `'${id}'`).join(', ')})
		AND status IN ('new', 'running', 'waiting')`);
	return row?.open ?? 0;
}

/** n8n saves an execution's data as one text, in which the call and the node's message are found. */
async function executionsOf(cluster: Cluster, workflowId: string): Promise<Execution[]> {
	return await cluster.database.query<Execution>(`
		SELECT
			execution.id::text AS id,
			execution.status,
			substring(saved.data FROM '"call":([0-9]+)')::integer AS call,
			substring(saved.data FROM '"([^"]*: the flow (?:was not|may have) started)"') AS message
		FROM execution_entity execution
		LEFT JOIN execution_data saved ON saved."executionId" = execution.id
		WHERE execution."workflowId" = '${workflowId}'
		ORDER BY execution.id`);
}

function startOf({ context }: LoggedStart): Start {
	return {
		call: Number(context.call),
		execution: String(context.execution),
		key: String(context.startKey),
	};
}
