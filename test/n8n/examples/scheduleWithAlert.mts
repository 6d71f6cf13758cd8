import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import type { Scenario } from '../../editor/scenario.mts';
import type { TestBed } from '../testBed.mts';
import { importExample } from './importExample.mts';

/** How long the first alert may take, in ms: n8n's schedule goes by the second here. */
const PATIENCE = 60_000;

export async function scheduleWithAlert(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step('Schedule: the flow is started, and its failure told to a chat', async () => {
		const chat = await startChat();
		try {
			const workflow = await importExample(
				bed,
				'schedule-with-alert',
				({ parameters, ...node }) => {
					if (node.name === 'Every Morning') {
						const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
						return { ...node, parameters: { ...parameters, rule } };
					}
					if (node.name === 'Alert')
						return { ...node, parameters: { ...parameters, url: chat.url } };
					return { ...node, parameters };
				},
			);
			const { text } = await chat.firstMessage;
			await bed.api.deactivate(workflow);
			// A run that had begun by then ends before the next test counts starts.
			await bed.api.finished(workflow.id, 1);
			assert.match(text, /^The daily report: .*conflicts with another.*\(outcome: rejected\)$/);
		} finally {
			await chat.close();
		}
	});
}

async function startChat() {
	let told: (message: { text: string }) => void;
	let gaveUp: (error: Error) => void;
	const firstMessage = new Promise<{ text: string }>((resolve, reject) => {
		told = resolve;
		gaveUp = reject;
	});
	const server = createServer((request, response) => {
		void json(request).then((message) => {
			told(message as { text: string });
			response.end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const patience = setTimeout(() => gaveUp(new Error('The chat was told nothing')), PATIENCE);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		firstMessage,
		close: async () => {
			clearTimeout(patience);
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
