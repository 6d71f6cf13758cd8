import type { INodeProperties } from 'n8n-workflow';

/**
 * Two hidden parameters, only for n8n's node panel. It takes a node with "Trigger" in its name for
 * a trigger: it would cut that word from the name and offer an action "On new Flow event". It is
 * led to one action, "Start a flow", and shows the whole name:
 *
 * - a resource without options: no action is made from the operations;
 * - events with one option: that one is the action.
 */
export const nodePanel: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'hidden',
		default: 'flow',
	},
	{
		displayName: 'Event',
		name: 'event',
		type: 'hidden',
		options: [{ name: 'Start', value: 'start', action: 'Start a flow' }],
		default: 'start',
	},
];
