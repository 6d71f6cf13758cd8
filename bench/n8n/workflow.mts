import type { Workflow } from '../../tools/n8n/api.mts';
import type { NodeParts } from '../contenders.mts';

/** The name of the node that is measured, in every workflow. */
export const MEASURED = 'Measured';

/** The name of the node that says how much memory it took. */
export const GAUGE = 'Gauge After';

/**
 * Webhook that brings the items → one item each → gauge → the measured node → gauge. None of them
 * needs the task runner, and only the measured node's own time counts.
 *
 * @param profile Where a CPU profile of the measured node goes; `''`: none is taken.
 */
export function benchWorkflow(path: string, measured: NodeParts, profile = ''): Workflow {
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: {
				httpMethod: 'POST',
				path,
				responseMode: 'lastNode',
				responseData: 'noData',
			},
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items' },
		},
		gauge('Gauge Before', 'before', profile),
		{ name: MEASURED, ...measured },
		gauge(GAUGE, 'after', profile),
	];
	return {
		name: `Bench ${path}`,
		nodes: nodes.map((node, index) => ({ id: node.name, position: [220 * index, 0], ...node })),
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, index) => [
					nodes[index]?.name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
	};
}

function gauge(name: string, place: 'before' | 'after', profile: string) {
	return {
		name,
		type: 'n8n-nodes-bench.gauge',
		typeVersion: 1,
		parameters: { place, profile },
	};
}
