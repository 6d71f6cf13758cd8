import type { N8nApi } from '../../tools/n8n/api.mts';
import type { Surroundings } from '../contenders.mts';
import { TOKEN } from '../items.mts';

/** Makes the credentials, and finds the newest HTTP Request node that this n8n has. */
export async function prepareSurroundings(api: N8nApi, url: string): Promise<Surroundings> {
	return {
		url,
		httpRequestVersion: await newestVersion(api, 'n8n-nodes-base.httpRequest'),
		credentials: {
			triggerFlowApi: await api.createCredential('Bench flows', 'triggerFlowApi', {
				environment: 'qa',
				baseUrl: url,
				accessToken: TOKEN,
			}),
			httpBearerAuth: await api.createCredential('Bench bearer', 'httpBearerAuth', {
				token: TOKEN,
			}),
		},
	};
}

async function newestVersion(api: N8nApi, type: string): Promise<number> {
	const types = (await api.call('GET', '/types/nodes.json')) as NodeDescription[];
	const versions = types.filter(({ name }) => name === type).flatMap(({ version }) => version);
	if (versions.length === 0) throw new Error(`This n8n has no node of the type ${type}`);
	return Math.max(...versions);
}

interface NodeDescription {
	name: string;
	version: number | number[];
}
