import {
	Workflow,
	type IConnections,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { StartFlow } from '../../../nodes/StartFlow/StartFlow.node.ts';

export const NODE = 'Trigger Flow';
export const START = 'Start';
const LOOP = 'Loop';
const LOOP_TYPE = 'test.loop';

export interface WorkflowSettings {
	/** Where n8n keeps the records of an item's files. Default: beside its JSON. */
	binaryMode?: 'separate' | 'combined';
	/** How many items a round of the loop around the node has. Default: no loop. */
	loopOver?: number;
}

/** Start → Trigger Flow, or Start → Loop ⇄ Trigger Flow. */
export function createWorkflow(
	node: Partial<INode>,
	{ binaryMode, loopOver }: WorkflowSettings = {},
): Workflow {
	const start = nodeOf(START, 'n8n-nodes-base.manualTrigger', {});
	const tested = nodeOf(NODE, 'n8n-nodes-start-flow.startFlow', {
		credentials: { startFlowApi: { id: 'test', name: 'Test' } },
		...node,
	});
	const loop = nodeOf(LOOP, LOOP_TYPE, { parameters: { batchSize: loopOver } });
	const hasLoop = loopOver !== undefined;
	return new Workflow({
		id: 'workflow',
		name: 'Test',
		nodes: [start, tested, ...(hasLoop ? [loop] : [])],
		connections: connections(hasLoop),
		active: false,
		nodeTypes: {
			getByName: nodeType,
			getByNameAndVersion: nodeType,
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1', binaryMode },
	});
}

function nodeOf(name: string, type: string, more: Partial<INode>): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {}, ...more };
}

function connections(hasLoop: boolean): IConnections {
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	if (!hasLoop) return { [START]: { main: [to(NODE)] } };
	return {
		[START]: { main: [to(LOOP)] },
		[LOOP]: { main: [[], to(NODE)] },
		// The error branch leads into the loop, too.
		[NODE]: { main: [to(LOOP), to(LOOP)] },
	};
}

function nodeType(name: string): INodeType {
	if (name.includes('.startFlow')) return new StartFlow();
	return name === LOOP_TYPE ? LOOP_NODE : START_NODE;
}

const described = (inputs: Array<'main'>, outputs: Array<'main'>): INodeTypeDescription => ({
	displayName: 'Test',
	name: 'test',
	group: ['transform'],
	version: 1,
	description: '',
	defaults: {},
	inputs,
	outputs,
	properties: [{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1 }],
});

const START_NODE: INodeType = { description: described([], ['main']) };

/** As n8n's Loop Over Items: the first output when all is done, the second for each round. */
const LOOP_NODE: INodeType = {
	description: described(['main'], ['main', 'main']),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const memory = this.getContext('node') as { left?: INodeExecutionData[] };
		const left = memory.left ?? this.getInputData();
		const size = this.getNodeParameter('batchSize', 0) as number;
		memory.left = left.slice(size);
		// n8n names each item's origin by its place within the round's own input.
		const round = left.slice(0, size).map(({ json }) => ({ json, pairedItem: { item: 0 } }));
		return round.length === 0 ? [this.getInputData(), []] : [[], round];
	},
};
