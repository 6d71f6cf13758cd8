/**
 * Everything that the node uses of n8n although n8n does not promise it. Each function or constant says
 * what is used, what the node falls back to, what breaks if n8n changes it, and which test pins it.
 *
 * Three things of the same kind stand where they are described: the notices that share a name with the
 * form (`form/description.ts`), the hidden parameters for the node panel (`operation.ts`), and the
 * shape of the HTTP helper's errors (`http/transportError.ts`).
 */
import * as n8nWorkflow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/** The parts of `additionalData` that are used. n8n passes it to every node, but types it as private. */
interface AdditionalData {
	/** The mode of the execution that started this sub-workflow. Older versions do not have it. */
	rootExecutionMode?: string;
	hooks?: { retryOf?: string };
	credentialsHelper?: {
		getCredentials?: (
			details: unknown,
			type: string,
		) => Promise<{ getData: () => Promise<ICredentialDataDecryptedObject> }>;
	};
}

function readAdditionalData(n8n: IExecuteFunctions): AdditionalData {
	return (n8n as { additionalData?: AdditionalData }).additionalData ?? {};
}

/**
 * Whether a person started the run, from the editor or from its Evaluations tab. A sub-workflow has a
 * mode of its own, so the mode of the execution that started it counts, too.
 *
 * - Uses: `additionalData.rootExecutionMode`.
 * - Fallback: the execution's own mode.
 * - If n8n changes it: Protect Production lets a sub-workflow run that somebody started by hand.
 * - Pinned by: test/engine/internals.test.mts
 */
export function isStartedByHand(n8n: IExecuteFunctions): boolean {
	const modes = [n8n.getMode(), readAdditionalData(n8n).rootExecutionMode];
	return modes.includes('manual') || modes.includes('evaluation');
}

/**
 * The id of the execution that this one retries.
 *
 * - Uses: `additionalData.hooks.retryOf`.
 * - Fallback: `undefined`, as if it were no Retry.
 * - If n8n changes it: an execution that failed before it reached this node can be retried twice.
 * - Pinned by: test/engine/retry.test.mts
 */
export function readRetriedExecutionId(n8n: IExecuteFunctions): string | undefined {
	return readAdditionalData(n8n).hooks?.retryOf || undefined;
}

/**
 * The fields of the node's credential, with their expressions not evaluated.
 *
 * - Uses: `additionalData.credentialsHelper`.
 * - Fallback: `undefined`. Then the credential is read for each item, and a wrong one causes n8n's own error.
 * - If n8n changes it: runs of many items become slow, and Start and Wait accepts a credential with expressions.
 * - Pinned by: test/engine/credential.test.mts
 */
export async function readStoredCredential(
	n8n: IExecuteFunctions,
	type: string,
): Promise<ICredentialDataDecryptedObject | undefined> {
	try {
		const { credentialsHelper } = readAdditionalData(n8n);
		const details = n8n.getNode().credentials?.[type];
		const credential = await credentialsHelper?.getCredentials?.(details, type);
		return await credential?.getData();
	} catch {
		return undefined;
	}
}

/**
 * The same n8n object, with another signal. n8n's HTTP helper ends a request only by the signal of the
 * object that it is called on, so each request gets an object of its own.
 *
 * - Uses: that the helper calls `getExecutionCancelSignal` on its `this`.
 * - Fallback: none.
 * - If n8n changes it: the option Timeout does not end a request.
 * - Pinned by: test/engine/hostile.test.mts
 */
export function withSignal(n8n: IExecuteFunctions, signal: AbortSignal): IExecuteFunctions {
	return Object.create(n8n, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
}

/**
 * Replaces the input that n8n stores while the execution waits. When the limit of the wait passes, n8n
 * outputs this input. The array is replaced, because the node before this one outputs the same array.
 *
 * - Uses: that n8n stores `getExecuteData()` when the node has ended.
 * - Fallback: none.
 * - If n8n changes it: when the limit passes, the input item comes out as if the flow had called back.
 * - Pinned by: test/engine/startAndWait.test.mts
 */
export function replaceStoredInput(n8n: IExecuteFunctions, item: INodeExecutionData): void {
	n8n.getExecuteData().data.main = [[item]];
}

/**
 * Whether n8n sends a stored item with the keys `error` and `details` to the error branch. Before 2.34,
 * n8n does so only with an item that has no key beside `error`.
 *
 * - Uses: an export of n8n-workflow that is as old as this rule. n8n does not tell a node its version.
 * - Fallback: an item without `details`, which goes to the error branch in every version.
 * - If n8n changes it: an item on the error branch lacks its details.
 * - Pinned by: test/n8n/startAndWait.mts
 */
export function routesStoredItemByKeys(): boolean {
	return 'resolveSupportedCredentialActivation' in n8nWorkflow;
}

/**
 * The node's context, in `webhook()`: what `getContext('node')` gave in `execute()`.
 *
 * - Uses: that n8n evaluates expressions in `webhook()`, and that they reach the context of a node.
 * - Fallback: an empty context. Then every callback is refused, and the wait goes on.
 * - If n8n changes it: no callback is accepted.
 * - Pinned by: test/engine/startAndWait.test.mts
 */
export function readNodeContext(n8n: IWebhookFunctions): Record<string, unknown> {
	const { evaluateExpression } = n8n as unknown as IExecuteFunctions;
	// n8n looks for the end of an expression, }}, also inside of strings.
	const name = JSON.stringify(n8n.getNode().name).replaceAll('}', '\\u007d');
	const context = evaluateExpression.call(n8n, `{{ $node[${name}].context }}`, 0);
	return (context ?? {}) as Record<string, unknown>;
}

/**
 * The bytes of a callback's body.
 *
 * - Uses: `rawBody` and `readRawBody`, which n8n adds to Express's request.
 * - Fallback: an empty body.
 * - If n8n changes it: every callback gives an empty item.
 * - Pinned by: test/n8n/startAndWait.mts
 */
export async function readCallbackBody(n8n: IWebhookFunctions): Promise<Buffer> {
	const request = n8n.getRequestObject() as {
		rawBody?: Buffer;
		readRawBody?: () => Promise<void>;
	};
	if (request.rawBody === undefined) await request.readRawBody?.();
	return request.rawBody ?? Buffer.alloc(0);
}

/**
 * Whether the node is the tool of an AI agent. n8n makes this variant under a type of its own.
 *
 * - Uses: the suffix of the type.
 * - Fallback: none.
 * - If n8n changes it: a model may choose a flow that the credential does not contain, and gets only headlines.
 * - Pinned by: test/engine/tool.test.mts
 */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether an agent calls the tool itself instead of through n8n's engine: AI Agent up to version 2, the
 * MCP server. The model gets an empty text when such a call throws, and Retry On Fail repeats it as if it
 * were another call. So failures of such a call are items.
 *
 * - Uses: `toolCallId`, which the engine adds to the item of a call.
 * - Fallback: every call counts as direct.
 * - If n8n changes it: a failed start does not fail the tool in AI Agent 3.
 * - Pinned by: test/engine/internals.test.mts
 */
export function isDirectToolCall(n8n: IExecuteFunctions): boolean {
	const json = n8n.getInputData()[0]?.json ?? {};
	return isTool(n8n.getNode()) && !('toolCallId' in json);
}

/**
 * Marks an item for the error branch. n8n up to 2.20 recognizes a failed item only by its `error`, but
 * replaces its `json` by the bare message. n8n reads a property that is not enumerable, then copies the item
 * without it, so `details` stay.
 *
 * - Uses: the order of these two steps.
 * - Fallback: none.
 * - If n8n changes it: failed items lack `details`, or are on the success branch.
 * - Pinned by: test/engine/start.test.mts
 */
export function markFailedItem(item: INodeExecutionData, message: string): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: new Error(message), writable: true });
}

/**
 * Sets the message of one of n8n's errors. n8n's classes replace a message that contains a word such as
 * ENOENT, and a slug may contain it.
 *
 * - Uses: that `message` can be set after the construction.
 * - Fallback: none.
 * - If n8n changes it: the headline of such an error is n8n's own.
 * - Pinned by: test/engine/start.test.mts
 */
export function setErrorMessage(error: Error, message: string): void {
	error.message = message;
}

/**
 * The beginning of the error of a stopped run. n8n tells a stopped run from a failed one by the word "canceled".
 *
 * - Uses: this word.
 * - Fallback: none.
 * - If n8n changes it: a stopped run is shown as failed.
 * - Pinned by: test/engine/stop.test.mts
 */
export const CANCELED_MESSAGE_START = 'The run was canceled';

/**
 * Whether n8n will run the node again although it has returned. With Retry On Fail, n8n does so if the
 * first item has a field `error`, also if the flow answered with this field.
 *
 * - Uses: n8n's condition for Retry On Fail.
 * - Fallback: none.
 * - If n8n changes it: such a run is started twice.
 * - Pinned by: test/engine/retryOnFail.test.mts
 */
export function willRunAgain(n8n: IExecuteFunctions, output: INodeExecutionData[]): boolean {
	const error = output[0]?.json.error;
	const looksFailed = error !== undefined && error !== null && error !== false;
	return n8n.getNode().retryOnFail === true && looksFailed;
}

const FAILED_ITEM_KEYS = new Set(['error', 'message', 'details']);

/**
 * Whether n8n takes an item for a failed one: `error` is truthy, and there is no key beside `error`,
 * `message` and `details`.
 *
 * - Uses: n8n's condition for the error branch.
 * - Fallback: none.
 * - If n8n changes it: answers land on the error branch, or failures on the success branch.
 * - Pinned by: test/engine/answers.test.mts
 */
export function looksLikeFailedItem(json: IDataObject): boolean {
	return Boolean(json.error) && Object.keys(json).every((key) => FAILED_ITEM_KEYS.has(key));
}
