import { N8nSession, until } from './session.mts';

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

interface SavedItem {
	json: Record<string, unknown>;
	binary?: Record<string, { mimeType: string; fileName?: string } | undefined>;
}

/** One run of a node as n8n has saved it. */
export interface NodeRun {
	/** In ms. */
	executionTime: number;
	/** The items of the node, by output. */
	data?: { main: Array<SavedItem[] | null> };
	error?: { message: string; description?: string };
}

export interface SavedCredential {
	id: string;
	name: string;
}

/** What n8n says about a type of node, in part. */
export interface NodeType {
	name: string;
	displayName: string;
	version: number | number[];
	iconUrl?: string | { light: string; dark: string };
	properties: Array<{ name: string }>;
}

/** The part of n8n's internal REST API that the demo and the tests use. */
export class N8nApi extends N8nSession {
	/** Creates the owner on the first start of a data folder, and signs in. */
	async signIn(): Promise<void> {
		const settings = (await this.call('GET', '/rest/settings')) as {
			userManagement: { showSetupOnFirstLoad?: boolean };
		};
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.call('POST', '/rest/owner/setup', OWNER);
		}
		await this.call('POST', '/rest/login', {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
	}

	async createCredential(name: string, type: string, data: object): Promise<SavedCredential> {
		const { id } = (await this.call('POST', '/rest/credentials', { name, type, data })) as {
			id: string;
		};
		return { id, name };
	}

	/**
	 * Runs the connection test of a saved credential whose fields have been changed in the editor.
	 * n8n tests no credential that was never saved.
	 */
	async testCredential(
		saved: SavedCredential,
		type: string,
		data: object,
	): Promise<{ status: string; message: string }> {
		return (await this.call('POST', '/rest/credentials/test', {
			credentials: { ...saved, type, data },
		})) as { status: string; message: string };
	}

	/**
	 * n8n 1.x on SQLite may be saving an execution over the same connection. It then refuses to save a
	 * workflow, so the request is sent again.
	 */
	async createWorkflow(workflow: Workflow): Promise<SavedWorkflow> {
		return await until(`save the workflow ${workflow.name}`, async () => {
			try {
				return (await this.call('POST', '/rest/workflows', {
					settings: { executionOrder: 'v1' },
					active: false,
					...workflow,
				})) as SavedWorkflow;
			} catch (error) {
				if (/transaction within a transaction/.test((error as Error).message)) return undefined;
				throw error;
			}
		});
	}

	/** Makes a workflow's triggers live, and waits until they are. */
	async activate({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/activate`, {
			versionId,
			name: '',
			description: '',
		});
		await until(`publish the workflow ${id}`, async () => await this.isPublished(id));
	}

	/** n8n 2.41 publishes in the background. Other versions have published when they answer. */
	private async isPublished(id: string): Promise<boolean> {
		const answer = await this.callIfThere('GET', `/rest/workflows/${id}/publication-status`);
		const { status } = (answer ?? { status: 'published' }) as { status: string };
		if (status === 'failed' || status === 'partial') {
			throw new Error(`n8n could not publish the workflow ${id}: ${status}`);
		}
		return status === 'published';
	}

	/** Changes a saved workflow; a live one stays on its published version. */
	async updateWorkflow(workflow: SavedWorkflow): Promise<SavedWorkflow> {
		const { id, nodes, connections, name, versionId, pinData } = workflow;
		const changed = { nodes, connections, name, versionId, pinData };
		return (await this.call('PATCH', `/rest/workflows/${id}`, changed)) as SavedWorkflow;
	}

	/** A workflow's executions, newest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = (await this.call('GET', `/rest/executions?filter=${filter}&limit=50`)) as {
			results: Execution[];
		};
		return results;
	}

	/** Waits until a workflow's newest execution, at least the `count`th, has ended. */
	async finished(workflowId: string, count: number, patienceMs?: number): Promise<Execution> {
		const ask = async () => {
			const executions = await this.executions(workflowId);
			const [newest] = executions;
			const hasEnded = !['new', 'running', 'waiting'].includes(newest?.status ?? 'new');
			return executions.length >= count && hasEnded ? newest : undefined;
		};
		return await until(`end execution ${count} of the workflow ${workflowId}`, ask, patienceMs);
	}

	/**
	 * Runs a workflow by hand: all of it, or, with the run data of an execution before, only the node that a person
	 * executes. Resolves to the execution.
	 */
	async runByHand(
		workflow: SavedWorkflow,
		{ trigger, node, runData }: { trigger: string; node?: string; runData?: object },
	): Promise<Execution> {
		const count = (await this.executions(workflow.id)).length;
		const step = {
			runData,
			destinationNode: { nodeName: node, mode: 'inclusive' },
			dirtyNodeNames: [],
		};
		const all = { triggerToStartFrom: { name: trigger } };
		await this.call('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			...(runData === undefined ? all : step),
		});
		return await this.finished(workflow.id, count + 1);
	}

	/** Presses Retry in the executions list, with the original or the current workflow. */
	async retry(executionId: string, workflow: 'original' | 'current'): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/retry`, {
			loadWorkflow: workflow === 'current',
		});
	}

	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/stop`);
	}

	/** The saved run data of an execution, as n8n stores it: a flat list of all its values, as a string. */
	async savedData(executionId: string): Promise<string> {
		const { data } = (await this.call('GET', `/rest/executions/${executionId}`)) as {
			data: string;
		};
		return data;
	}

	/** The types of all nodes that this n8n has loaded, each version of a node separately. */
	async nodeTypes(): Promise<NodeType[]> {
		return (await this.call('GET', '/types/nodes.json')) as NodeType[];
	}

	/** @throws Error when this n8n has not loaded it. */
	async nodeType(name: string): Promise<NodeType> {
		const type = (await this.nodeTypes()).find((type) => type.name === name);
		if (type === undefined) throw new Error(`n8n has no node ${name}`);
		return type;
	}

	/** The types of all credentials that this n8n has loaded. */
	async credentialTypes(): Promise<NodeType[]> {
		return (await this.call('GET', '/types/credentials.json')) as NodeType[];
	}

	/** The fields of the node's form, as the editor asks for them. */
	async formFields(
		node: string,
		parameters: object,
		credential: SavedCredential,
	): Promise<Array<{ displayName: string }>> {
		const { fields } = (await this.askNode('resource-mapper-fields', node, {
			path: 'parameters.contextMapping',
			methodName: 'loadForm',
			currentNodeParameters: parameters,
			credentials: { startFlowApi: credential },
		})) as { fields: Array<{ displayName: string }> };
		return fields;
	}

	/** The flows that the node offers, as the editor asks for them. */
	async listedFlows(
		node: string,
		credential: SavedCredential,
		filter: string,
	): Promise<Array<{ name: string; value: string }>> {
		const { results } = (await this.askNode('resource-locator-results', node, {
			path: 'parameters.flow',
			methodName: 'searchFlows',
			currentNodeParameters: { flow: { __rl: true, mode: 'list', value: '' } },
			credentials: { startFlowApi: credential },
			filter,
		})) as { results: Array<{ name: string; value: string }> };
		return results;
	}

	private async askNode(what: string, name: string, question: object): Promise<unknown> {
		return await this.call('POST', `/rest/dynamic-node-parameters/${what}`, {
			nodeTypeAndVersion: { name, version: 1 },
			...question,
		});
	}
}
