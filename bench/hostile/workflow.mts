import type { Workflow } from '../../tools/n8n/api.mts';
import type { NodeParts } from '../contenders.mts';

/**
 * Webhook → the measured node, which goes on after an error; between two gauges, where its memory is to be
 * known: then the webhook is answered with what they saw. Nothing is saved: that would cost time and
 * memory of n8n's own.
 */
export function measuredWorkflow(path: string, node: NodeParts, isGauged: boolean): Workflow {
	const gauge = (place: string) => ({
		type: 'n8n-nodes-bench.gauge',
		typeVersion: 1,
		parameters: { place },
	});
	const parts: Record<string, NodeParts> = {
		Webhook: {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: {
				httpMethod: 'POST',
				path,
				responseMode: 'lastNode',
				responseData: isGauged ? 'firstEntryJson' : 'noData',
			},
		},
		...(isGauged ? { Before: gauge('before') } : {}),
		Measured: { onError: 'continueRegularOutput', ...node },
		...(isGauged ? { After: gauge('after') } : {}),
	};
	const names = Object.keys(parts);
	return {
		name: path,
		nodes: names.map((name, index) => ({
			id: name,
			name,
			position: [220 * index, 0],
			...parts[name],
		})),
		connections: Object.fromEntries(
			names
				.slice(1)
				.map((name, index) => [names[index], { main: [[{ node: name, type: 'main', index: 0 }]] }]),
		),
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			saveDataErrorExecution: 'none',
		},
	};
}
