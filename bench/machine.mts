import { cpus, loadavg, totalmem, release, type } from 'node:os';

/** Where the figures come from. */
export interface Machine {
	cpu: string;
	cores: number;
	/** In GiB. */
	memory: number;
	system: string;
	/** Of the Node that runs n8n, undici and the service. */
	node: string;
	n8n: string;
	httpRequestVersion: number;
	/** Load average of the 5 minutes before the bench: what else the machine was doing. */
	loadBefore: number;
	/** When the bench began, ISO 8601. */
	date: string;
}

/** To be called before the bench begins. */
export function describeMachine(node: string, n8n: string, httpRequestVersion: number): Machine {
	return {
		cpu: cpus()[0]?.model ?? 'unknown',
		cores: cpus().length,
		memory: Math.round(totalmem() / 1024 ** 3),
		system: `${type()} ${release()}`,
		node,
		n8n,
		httpRequestVersion,
		loadBefore: Number(loadavg()[1]?.toFixed(1)),
		date: new Date().toISOString(),
	};
}
