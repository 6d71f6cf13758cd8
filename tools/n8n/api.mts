import type { INodeTypeDescription, ITaskData } from 'n8n-workflow';

import { until } from '../until.mts';
import { N8nSession } from './session.mts';

/** Who owns a throw-away n8n of the demo or of a test. */
export const OWNER = {
	email: 'demo@trigger-flow.example',
	password: 'Start-flow-1',
	firstName: 'Demo',
	lastName: 'Owner',
} as const;

export interface Workflow {
	name: string;
	nodes: object[];
	connections: object;
	settings?: object;
	/** By node name. */
	pinData?: object;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	versionId: string;
}

export interface Execution {
	id: string;
	status: string;
}

/** One run of a node as n8n has saved it. */
export type NodeRun = ITaskData;

export interface SavedCredential {
	id: string;
	name: string;
}

/** The part of n8n's internal REST API that the demo and the tests use. */
export class N8nApi extends N8nSession {
	/** Creates the owner on the first start of a data folder, and signs in. */
	async signIn(): Promise<void> {
		const { userManagement } = await this.call<{
			userManagement: { showSetupOnFirstLoad?: boolean };
		}>('GET', '/rest/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await this.call('POST', '/rest/owner/setup', OWNER);
		}
		await this.call('POST', '/rest/login', {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
	}

	async createCredential(name: string, data: object, type = 'startFlowApi') {
		const body = { name, type, data };
		const { id } = await this.call<SavedCredential>('POST', '/rest/credentials', body);
		return { id, name };
	}

	/**
	 * n8n 1.x on SQLite may be saving an execution over the same connection. It then refuses to save a
	 * workflow, so the request is sent again.
	 */
	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		return await until(`save the workflow ${workflow.name}`, async () => {
			try {
				const settings = { executionOrder: 'v1' };
				const body = { settings, active: false, ...workflow };
				return await this.call<SavedWorkflow>('POST', '/rest/workflows', body);
			} catch (error) {
				if (/transaction within a transaction/.test((error as Error).message)) return undefined;
				throw error;
			}
		});
	}

	/** Saves a workflow, makes its triggers live, and waits until they are. */
	async publish(workflow: Workflow): Promise<SavedWorkflow> {
		const saved = await this.createWorkflow(workflow);
		const { id, versionId } = saved;
		const version = { versionId, name: '', description: '' };
		await this.call('POST', `/rest/workflows/${id}/activate`, version);
		const path = `/rest/workflows/${id}/publication-status`;
		await until(`publish the workflow ${id}`, async () => {
			// n8n 2.41 publishes in the background. Other versions have published when they answer.
			const answer = await this.callIfThere<{ status: string }>('GET', path);
			const { status } = answer ?? { status: 'published' };
			if (status !== 'failed' && status !== 'partial') return status === 'published';
			throw new Error(`n8n could not publish the workflow ${id}: ${status}`);
		});
		return saved;
	}

	/** Changes a saved workflow; a live one stays on its published version. */
	async updateWorkflow(workflow: SavedWorkflow): Promise<SavedWorkflow> {
		const { id, nodes, connections, name, versionId, pinData } = workflow;
		const changed = { nodes, connections, name, versionId, pinData };
		return await this.call('PATCH', `/rest/workflows/${id}`, changed);
	}

	/** A workflow's executions, newest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=50`;
		return (await this.call<{ results: Execution[] }>('GET', path)).results;
	}

	/** Waits until a workflow's newest execution, which is none of `before`, has ended. */
	async finished(workflowId: string, before: Execution[] = [], patienceMs?: number) {
		const ask = async () => {
			const [newest] = await this.executions(workflowId);
			if (newest === undefined || newest.id === before[0]?.id) return undefined;
			return ['new', 'running', 'waiting'].includes(newest.status) ? undefined : newest;
		};
		return await until(`end an execution of the workflow ${workflowId}`, ask, patienceMs);
	}

	/** Runs a workflow by hand, with one click. Resolves to the execution when it has ended. */
	async runByHand(workflow: SavedWorkflow, trigger: string): Promise<Execution> {
		const before = await this.executions(workflow.id);
		await this.call('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
		});
		return await this.finished(workflow.id, before);
	}

	/**
	 * Presses Retry in the executions list, with the original or the current workflow. Resolves to the new execution when
	 * it has ended.
	 */
	async retry(
		executionId: string,
		workflowId: string,
		workflow: 'original' | 'current' = 'current',
	) {
		const before = await this.executions(workflowId);
		const body = { loadWorkflow: workflow === 'current' };
		await this.call('POST', `/rest/executions/${executionId}/retry`, body);
		return await this.finished(workflowId, before);
	}

	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/stop`);
	}

	/** The saved run data of an execution, as n8n stores it: a flat list of all its values, as a string. */
	async savedData(executionId: string): Promise<string> {
		return (await this.call<{ data: string }>('GET', `/rest/executions/${executionId}`)).data;
	}

	/** The types that this n8n has loaded, each version of a node separately. */
	async types(what: 'nodes' | 'credentials'): Promise<INodeTypeDescription[]> {
		return await this.call('GET', `/types/${what}.json`);
	}
}
