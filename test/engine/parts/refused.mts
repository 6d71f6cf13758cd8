import { agentTool, runNode, type RunOptions } from '../harness.mts';

/** What a person reads: the message, and below it what to do. */
export interface Refusal {
	message: string;
	description: string;
}

/** @throws when it is not refused. */
export type Example = () => Promise<Refusal>;

export const URL = 'https://flows.example.com/start';

/** What differs from a start that can be sent. */
export const refused =
	(options: RunOptions): Example =>
	async () => {
		const { error } = await runNode({ url: URL, ...options });
		if (error === undefined) throw new Error(`Not refused: ${JSON.stringify(options)}`);
		return { message: error.message, description: String(error.description) };
	};

/** What a model reads of a call that cannot wait. */
export async function waitingTool(): Promise<Refusal> {
	const newCall = await agentTool({ parameters: { operation: 'startAndWait' } });
	return toldToModel(await newCall()({}));
}

/** What a model reads when an agent works on two items at once: the same, in one text. */
export async function mixedUpCall(): Promise<Refusal> {
	const contextJson = "={{ { what: $fromAI('what') } }}";
	const newCall = await agentTool({ url: URL, parameters: { contextMode: 'json', contextJson } });
	const [first, second] = [newCall(), newCall()];
	await first({ what: 'mail 1' });
	return toldToModel(await second({ what: 'mail 2' }));
}

function toldToModel(text: string): Refusal {
	const [{ error }] = JSON.parse(text) as [{ error: string }];
	const [message = '', description = ''] = error.split(/\. (.*)/s);
	return { message, description };
}
