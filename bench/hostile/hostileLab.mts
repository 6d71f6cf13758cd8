import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { Lab } from '../../tools/n8n/lab.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import type { NodeParts } from '../contenders.mts';
import { Listener, longest } from '../listener.mts';
import { HostileService, TOKEN } from './service.mts';
import { measuredWorkflow } from './workflow.mts';

/** What n8n did while a node ran. */
export interface Seen {
	/** The longest time that it answered nobody, in ms. */
	silence: number;
	/** By how much its memory grew at most, in bytes. `NaN` where it was not gauged. */
	growth: number;
}

/** After a run n8n cleans up: its silence is still that of the run. In ms. */
const AFTERMATH = 500;

/** n8n, the service with the hostile answers, and the probe that asks n8n for its health. */
export class HostileLab {
	readonly lab = new Lab();

	private listener!: Listener;

	/** Of the hostile service. */
	private address = '';

	private count = 0;

	async open(): Promise<void> {
		const nodes = fileURLToPath(new URL('../n8n-nodes-bench', import.meta.url));
		await this.lab.open({ n8n: NEWEST, nodes, onStep: console.log });
		const service = new HostileService();
		this.address = await service.open();
		this.lab.alsoClose(() => service.close());
		this.listener = new Listener(this.lab);
	}

	/** An address of the service, with what its answer is to be like. */
	url(answer: Record<string, string>): string {
		return `${this.address}?${new URLSearchParams(answer).toString()}`;
	}

	async credential(type: 'triggerFlowApi' | 'httpBearerAuth', baseUrl: string): Promise<object> {
		const data =
			type === 'httpBearerAuth'
				? { token: TOKEN }
				: { environment: 'qa', baseUrl, accessToken: TOKEN };
		this.count += 1;
		return { [type]: await this.lab.n8n.api.createCredential(`c${this.count}`, type, data) };
	}

	/** Makes a workflow around a node live. Resolves to what runs it. */
	async publish(node: NodeParts, isGauged: boolean): Promise<(body: object) => Promise<Seen>> {
		this.count += 1;
		const path = `hostile-${this.count}`;
		const { api } = this.lab.n8n;
		await api.activate(await api.createWorkflow(measuredWorkflow(path, node, isGauged)));
		return async (body) =>
			await this.measure(async () => {
				const response = await fetch(`${this.lab.n8n.url}/webhook/${path}`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(body),
				});
				const text = await response.text();
				if (!response.ok) throw new Error(`n8n answered ${response.status}: ${text.slice(0, 300)}`);
				return text;
			});
	}

	/** The form, as the editor asks for it when a node is opened. */
	async form(startEventRequest: string): Promise<Seen> {
		return await this.measure(async () => {
			const parameters = { flow: 'startEvent', startEventRequest };
			await this.lab.n8n.api.formFields('n8n-nodes-trigger-flow.triggerFlow', parameters);
			return '';
		});
	}

	private async measure(run: () => Promise<string>): Promise<Seen> {
		await this.listener.listen();
		await sleep(AFTERMATH);
		await this.listener.listen();
		const text = await run();
		await sleep(AFTERMATH);
		const silence = longest(await this.listener.listen());
		const { base, peak } = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, number>;
		return { silence, growth: Number(peak) - Number(base) };
	}
}
