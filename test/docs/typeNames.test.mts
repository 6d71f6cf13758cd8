/** n8n 2.41 takes every node for a trigger whose type contains that word, in any case. */
import { StartFlowApi } from '../../credentials/StartFlowApi.credentials.ts';
import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import codex from '../../nodes/StartFlow/StartFlow.node.json';
import manifest from '../../package.json';

const { description } = new StartFlow();

test.each([
	`${manifest.name}.${description.name}`,
	`${manifest.name}.${description.name}Tool`,
	`${manifest.name}.${new StartFlowApi().name}`,
	codex.node,
])('the type %s does not contain the word', (type) => {
	expect(type).toMatch(/^n8n-nodes-start-flow\.startFlow/);
	expect(type.toLowerCase()).not.toContain('trigger');
});
