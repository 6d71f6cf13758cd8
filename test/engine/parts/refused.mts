import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { agentTool, runNode } from '../harness.mts';
import { bySlug } from '../../parameters.mts';

/** What a person reads: the message, and below it what to do. */
export interface Refusal {
	message: string;
	description: string;
}

/** @throws when it is not refused. */
export type Example = () => Promise<Refusal>;

/** What differs from a start that can be sent. */
interface Difference {
	parameters?: INodeParameters;
	credential?: IDataObject;
	item?: IDataObject;
	/** Where there are several. */
	items?: IDataObject[];
	/** At which n8n resumes executions. */
	waitingUrl?: string;
	mode?: WorkflowExecuteMode;
}

export const URL = 'https://flows.example.com/start';
const CREDENTIAL = { environment: 'qa', baseUrl: URL, accessToken: 'not-a-real-token' };
const FLOW: INodeParameters = { flow: bySlug('order-1'), contextMode: 'fields' };

export const refused =
	({ parameters, credential, item = {}, items = [item], waitingUrl, mode }: Difference): Example =>
	async () => {
		const { error } = await runNode({
			items,
			waitingUrl,
			parameters: { ...FLOW, ...parameters },
			credential: { ...CREDENTIAL, ...credential } as ICredentialDataDecryptedObject,
			mode,
		});
		if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(parameters)}`);
		return { message: error.message, description: String(error.description) };
	};

/** What a model reads of a call that cannot wait. */
export async function waitingTool(): Promise<Refusal> {
	const call = await agentTool({
		parameters: { ...FLOW, operation: 'startAndWait' },
		credential: { ...CREDENTIAL, baseUrl: '' },
	});
	return toldToModel(await call()({}));
}

/** What a model reads when an agent works on two items at once: the same, in one text. */
export async function mixedUpCall(): Promise<Refusal> {
	const call = await agentTool({
		parameters: { ...FLOW, contextMode: 'json', contextJson: "={{ { what: $fromAI('what') } }}" },
		credential: { ...CREDENTIAL, baseUrl: '' },
	});
	const [first, second] = [call(), call()];
	await first({ what: 'mail 1' });
	return toldToModel(await second({ what: 'mail 2' }));
}

function toldToModel(text: string): Refusal {
	const [{ error }] = JSON.parse(text) as [{ error: string }];
	const [message = '', description = ''] = error.split(/\. (.*)/s);
	return { message, description };
}
