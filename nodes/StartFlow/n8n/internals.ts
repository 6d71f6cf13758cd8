/**
 * What the node uses of n8n although n8n does not promise it. Each entry says what breaks if n8n changes it, its fallback if
 * there is one, and which test pins it. What has to be elsewhere:
 * - what n8n's editor makes of the node's description: its actions, the name of a new one, hidden parameters
 *   (`StartFlow.node.ts`)
 * - how the editor shows and saves a form (`form/`)
 * - which nodes may use the credential (`credentials/StartFlowApi.credentials.ts`)
 * - how n8n evaluates an expression, and what it does with a TypeError (`context/`)
 * - how long n8n's HTTP helper waits, how often it sends (`http/`), and the shapes of its errors (`n8n/transportError.ts`)
 * - how n8n answers a callback, and that 1.x accepts it twice (`callback/`)
 * - what a model reads of an error (`report/nodeError.n8n.ts`)
 * - which version of n8n it is (`n8n/run.ts`): this file may not import n8n at run time, because pure files import it
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';

/** n8n gives this to every node, but types it as private. It does not type `hooks` at all. */
type AdditionalData = Partial<IWorkflowExecuteAdditionalData> & { hooks?: { retryOf?: string } };

function getAdditionalData(n8n: IExecuteFunctions): AdditionalData {
	return (n8n as { additionalData?: AdditionalData }).additionalData ?? {};
}

/**
 * Whether a person started the run, its parent workflow, or the run that it retries (n8n tells the last one only since n8n 2).
 * `rootExecutionMode` is missing on n8n 1.x, and once a sub-workflow goes on after a wait. What n8n saves of the parent stays.
 * Fallback: only the own mode counts. If n8n changes this: such runs start production. Test: test/engine/internals.test.mts
 */
export function isStartedByHand(n8n: IExecuteFunctions): boolean {
	const { getExecutionContext } = n8n as Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>;
	const source = getExecutionContext?.call(n8n)?.source;
	const parent = getRunExecutionData(n8n)?.parentExecution?.executionContext;
	const { rootExecutionMode } = getAdditionalData(n8n);
	const modes = [n8n.getMode(), rootExecutionMode, source, parent?.source];
	return modes.includes('manual') || modes.includes('evaluation');
}

/**
 * The id of the execution. Empty for the tool of an agent behind n8n's MCP Server Trigger, which calls it outside of an execution.
 * If n8n changes this: such a call fails. Test: test/engine/tool.test.mts
 */
export function getExecutionId(n8n: IExecuteFunctions): string {
	return (n8n.getExecutionId() as string | undefined) ?? '';
}

/**
 * The id of the execution that this one retries, since n8n 2, but not after a Wait node. Fallback: `getRetriedRecord`.
 * If n8n changes this: after a crash, a Retry sends with new idempotency keys. Test: test/engine/cutOff.test.mts
 */
export function getRetriedExecutionId(n8n: IExecuteFunctions): string | undefined {
	return getAdditionalData(n8n).hooks?.retryOf || undefined;
}

/**
 * Creates a reader of an item's JSON without what n8n adds: the records of its files under `_files`, with a setting of the
 * workflow, and the id of an agent's call. Fallback, also for n8n 1.x: there are none.
 * If n8n changes this: Entire Input Item sends n8n's storage paths. Test: test/engine/context.test.mts
 */
export function createOwnItemReader(n8n: IExecuteFunctions): (itemIndex: number) => JsonObject {
	const items = n8n.getInputData();
	// Once, because n8n copies its node for each call, which takes 20 µs.
	const listAddedKeys = memoize(() => {
		const { getWorkflowSettings } = n8n as Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>;
		const hasFiles = getWorkflowSettings?.call(n8n).binaryMode === 'combined';
		return [...(hasFiles ? ['_files'] : []), ...(isTool(n8n.getNode()) ? ['toolCallId'] : [])];
	});
	return (itemIndex) => {
		const item = items[itemIndex]?.json as JsonObject;
		const addedKeys = listAddedKeys().filter((key) => key in item);
		if (addedKeys.length === 0) return item;
		return Object.fromEntries(Object.entries(item).filter(([key]) => !addedKeys.includes(key)));
	};
}

/**
 * Whether n8n evaluates what a person wrote: text that begins with `=`.
 * If n8n changes this: flows get expressions in the place of values. Test: test/engine/context.test.mts
 */
export function isExpression(source: unknown): source is string {
	return typeof source === 'string' && source.startsWith('=');
}

/**
 * Whether n8n's AI button wrote an expression, which asks the model for a value. All rows of a list get the same one.
 * If n8n changes this: two custom fields get one value. Test: test/engine/tool.test.mts
 */
export function isSetByAiButton(source: unknown): boolean {
	return isExpression(source) && source.includes('/*n8n-auto-generated-fromAI-override*/');
}

/**
 * Whether fields may have different values for different items. An expression that uses only secrets, variables and the
 * environment is the same for all items.
 * If n8n changes this: all items get the values of the first one. Test: test/engine/credential.test.mts
 * @param stored The fields with their expressions.
 */
export function dependsOnItem(stored: unknown): boolean {
	const values = typeof stored === 'object' && stored !== null ? Object.values(stored) : [stored];
	return values.some((value) => isExpression(value) && /\$(?!(?:secrets|vars|env)\b)/.test(value));
}

function getRunExecutionData(n8n: IExecuteFunctions): IRunExecutionData | undefined {
	return (n8n as { runExecutionData?: IRunExecutionData }).runExecutionData;
}

/** What n8n has recorded of the nodes that have run, by name. */
function getRunData(n8n: IExecuteFunctions): Record<string, ITaskData[]> {
	return getRunExecutionData(n8n)?.resultData.runData ?? {};
}

/** Whether n8n has made this entry from its journal, because its process was killed while the node ran, or later. */
function isRecovered({ data, executionStatus }: ITaskData): boolean {
	const items = data?.main?.[0] ?? [];
	const hadFinished = items.some(({ json }) => json.isArtificialRecoveredEventItem === true);
	return hadFinished || executionStatus === 'crashed';
}

/**
 * The record of the trigger. n8n copies it into each Retry of an execution, and into their Retries, so it identifies the first one.
 * Where n8n has recovered an entry, it has no data, and its time is only exact to the second, but the trigger runs again with the
 * same data. `undefined` if there is none.
 * If n8n changes this: two Retries of an execution that failed before this node start its flows twice.
 * Test: test/engine/retry.test.mts, test/engine/cutOff.test.mts
 */
export function getRetriedRecord(n8n: IExecuteFunctions): unknown[] | undefined {
	if (n8n.getMode() !== 'retry') return undefined;
	const runs = Object.values(getRunData(n8n));
	// An agent's call of a tool has an entry without a time until it has run.
	const entries = runs.flat().filter((entry) => entry.startTime > 0 && !isRecovered(entry));
	const [first] = entries.sort(
		(a, b) => a.startTime - b.startTime || a.executionIndex - b.executionIndex,
	);
	if (first === undefined) return undefined;
	const runsOfTrigger = runs.find((nodeRuns) => nodeRuns.includes(first)) ?? [];
	const [recorded] = runsOfTrigger;
	return [recorded?.startTime, recorded?.executionTime, runsOfTrigger.map(({ data }) => data)];
}

/**
 * Whether this execution retries one in which n8n was killed after this node had begun. Then n8n has recovered some entry. After a
 * wait and in a Retry it recovers none. But a Retry begins with the node that ran last, and n8n empties the list of its entries. If
 * the list of this node is empty although another one ran last, n8n was killed.
 * If n8n changes this: after a crash, a Retry starts all flows twice. Test: test/engine/cutOff.test.mts, test/n8n/cutOff.mts
 */
export function retriesCutOffRun(n8n: IExecuteFunctions): boolean {
	const runData = getRunData(n8n);
	const { name } = n8n.getNode();
	const ownEntries = runData[name];
	if (ownEntries === undefined) return false;
	const isEntryDropped = ownEntries.length === 0;
	const isFirstNode = getRunExecutionData(n8n)?.resultData.lastNodeExecuted === name;
	return (isEntryDropped && !isFirstNode) || Object.values(runData).flat().some(isRecovered);
}

/**
 * The round of a loop in which the node runs, from 0. Retry On Fail stays in the same round. Fallback: `$runIndex`, which takes
 * nearly a millisecond. If n8n changes this: equal items of two rounds count as one start. Test: test/engine/retryOnFail.test.mts
 */
export function getRoundIndex(n8n: IExecuteFunctions): number {
	const { runIndex } = n8n as { runIndex?: number };
	const index = runIndex ?? Number(n8n.evaluateExpression('{{ $runIndex }}', 0));
	// n8n counts an entry that it has recovered as a round of this execution. These come first.
	const entries = getRunData(n8n)[n8n.getNode().name] ?? [];
	const firstOwnIndex = entries.findIndex((entry) => !isRecovered(entry));
	return index - (firstOwnIndex === -1 ? entries.length : firstOwnIndex);
}

/**
 * The address at which n8n resumes the execution.
 * If n8n changes this: a flow cannot call back. Test: test/engine/startAndWait.test.mts
 */
export function getResumeUrl(n8n: IExecuteFunctions, itemIndex: number): string {
	return String(n8n.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
}

/**
 * What the credential's `authenticate` gets in place of its stored fields.
 * If n8n changes this: every start fails. Test: test/engine/credential.test.mts
 */
export interface PassedCredential {
	token?: unknown;
}

/**
 * What passes a token to n8n's HTTP helper, which would read the credential of the first item.
 * If n8n changes this: items with a credential of their own are sent with another one. Test: test/engine/credential.test.mts
 */
export function createTokenOptions(credentialType: string, token: string) {
	const data = { token } satisfies PassedCredential;
	return { credentialsDecrypted: { id: '', name: '', type: credentialType, data } };
}

/** Nobody retries executions of one node as often as this. n8n drops the oldest ids. */
const MAX_RECORDS = 2_000;

/** The last record of each node, by the node's id. The next one begins when it has ended. */
const lastRecords = new Map<string, Promise<unknown>>();

/**
 * Records ids for this node in n8n's database, for all processes: in the list of Remove Duplicates. n8n reads this list and later
 * writes it, and two calls at once would lose an id, so a node records one after another. Two processes at the same moment may.
 * If n8n changes this: two Retries of one execution start its flows twice. Test: test/engine/retry.test.mts
 * @returns Whether none of the ids was there before. @throws If n8n cannot record them.
 */
export async function recordOnce(n8n: IExecuteFunctions, ids: string[]): Promise<boolean> {
	const { id } = n8n.getNode();
	const options = { mode: 'entries', maxEntries: MAX_RECORDS } as const;
	const recordIds = async () => await n8n.helpers.checkProcessedAndRecord(ids, 'node', options);
	const record = (lastRecords.get(id) ?? Promise.resolve()).then(recordIds, recordIds);
	lastRecords.set(id, record);
	return (await record).processed.length === 0;
}

/**
 * The fields of the node's credential, with their expressions not evaluated. Fallback: each item reads the credential.
 * If n8n changes this: runs of many items become slow, and Start and Wait accepts expressions, which a callback cannot evaluate.
 * Test: test/engine/credential.test.mts
 */
export async function loadStoredCredential(n8n: IExecuteFunctions, type: string): Promise<unknown> {
	try {
		const { credentialsHelper } = getAdditionalData(n8n);
		const details = n8n.getNode().credentials?.[type];
		const credential = details && (await credentialsHelper?.getCredentials(details, type));
		return await credential?.getData();
	} catch {
		return undefined;
	}
}

/**
 * The same n8n object with another signal, by which n8n's HTTP helper ends the request.
 * If n8n changes this: the option Timeout does not end a request. Test: test/engine/hostile.test.mts
 */
export function withSignal(n8n: IExecuteFunctions, signal: AbortSignal): IExecuteFunctions {
	return Object.create(n8n, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
}

/**
 * Replaces the input that n8n outputs when the limit of a wait passes: by a new array, because the old one is also the output of the
 * node before. The entry also gets a node object of its own. n8n disables that object when the execution goes on, and all inputs that
 * still wait for the node share it. If n8n changes this: the input item comes out as if the flow had called back, or the flow of
 * another branch's item is not started. Test: test/engine/startAndWait.test.mts
 */
export function replaceStoredInput(n8n: IExecuteFunctions, item: INodeExecutionData): void {
	const entry = n8n.getExecuteData();
	entry.data.main = [[item]];
	entry.node = { ...entry.node };
}

/**
 * The node's context. n8n saves it with an execution that fails or waits, and gives it to a Retry. `webhook()` gets it too, but
 * only expressions reach it there. Fallback there: it is empty. If n8n changes this: a Retry starts everything twice, and every
 * callback is refused. Test: test/engine/retry.test.mts, test/engine/internals.test.mts
 */
export function getNodeContext(n8n: IExecuteFunctions | IWebhookFunctions): IDataObject {
	if ('getContext' in n8n) return n8n.getContext('node');
	const { evaluateExpression } = n8n as unknown as IExecuteFunctions;
	// n8n looks for the end of an expression, }}, also inside of strings.
	const name = JSON.stringify(n8n.getNode().name).replaceAll('}', '\\u007d');
	const nodeContext = evaluateExpression.call(n8n, `{{ $node[${name}].context }}`, 0);
	return (nodeContext ?? {}) as IDataObject;
}

/**
 * The bytes of a callback's body, which n8n adds to Express's request. Fallback: it is empty.
 * If n8n changes this: every callback gives an empty item. Test: test/n8n/startAndWait.mts
 */
export async function loadCallbackBody(n8n: IWebhookFunctions): Promise<Buffer> {
	const request = n8n.getRequestObject() as { rawBody?: Buffer; readRawBody?: () => Promise<void> };
	if (request.rawBody === undefined) await request.readRawBody?.();
	return request.rawBody ?? Buffer.alloc(0);
}

/**
 * Whether the node is the tool of an AI agent: its type has a suffix. If n8n changes this: a model may choose a flow that the
 * credential does not contain, and gets failures without their descriptions. Test: test/engine/tool.test.mts
 */
export function isTool({ type }: { type: string }): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether an agent calls the tool itself (AI Agent up to version 2, MCP): without a `toolCallId`, which n8n's engine gives. When
 * such a call throws, the model gets an empty text and Retry On Fail repeats it as another call, so its failures become items.
 * Fallback: every call is direct.
 * If n8n changes this: a failed start does not fail the tool in AI Agent 3. Test: test/engine/internals.test.mts
 */
export function isDirectToolCall(n8n: IExecuteFunctions): boolean {
	const json = n8n.getInputData()[0]?.json ?? {};
	return isTool(n8n.getNode()) && !('toolCallId' in json);
}

/**
 * Creates an item for the error branch. n8n reads `error` twice to choose the branch, and replaces `json` if it is still set then.
 * `pairedItem` is a number, because n8n would look up the input item of an object, which fails for pinned data.
 * If n8n changes this: failed items lack their fields, or are on the success branch. Test: test/engine/start.test.mts
 */
export function createErrorBranchItem(json: IDataObject, itemIndex: number): INodeExecutionData {
	let readsLeft = 2;
	return Object.defineProperty({ json, pairedItem: itemIndex }, 'error', {
		get: () => (readsLeft-- > 0 ? new Error(String(json.error)) : undefined),
	});
}

/**
 * Sets the message of one of n8n's errors, whose classes replace a message with a word such as ENOENT, which a slug may contain.
 * If n8n changes this: the headline of such an error is n8n's own. Test: test/engine/start.test.mts
 */
export function setErrorMessage(error: Error, message: string): Error {
	error.message = message;
	return error;
}

/**
 * n8n recognizes a stopped run by the word "canceled". Nobody sees it.
 * If n8n changes this: a stopped run is shown as failed. Test: test/engine/stop.test.mts
 */
export const CANCELED_MESSAGE = 'The run was canceled';

/**
 * Whether n8n may run the node again although it has returned: with Retry On Fail, if the first item has `error`, also from the
 * flow. Up to 2.20, null and false count as well. If n8n changes this: the flows of such a run start twice.
 * Test: test/engine/retryOnFail.test.mts
 */
export function mayRunAgain(n8n: IExecuteFunctions, output: INodeExecutionData[]): boolean {
	// An agent's next call is another start, also with the same item.
	if (isDirectToolCall(n8n)) return false;
	return n8n.getNode().retryOnFail === true && output[0]?.json.error !== undefined;
}

/**
 * Whether n8n takes an item of the output for a failed one: `error` is truthy, and all keys are `error`, `message` or `details`.
 * If n8n changes this: answers land on the error branch, or failures on the success branch. Test: test/engine/answers.test.mts
 */
export function looksLikeFailedItem(json: IDataObject): boolean {
	const keys = ['error', 'message', 'details'];
	return Boolean(json.error) && Object.keys(json).every((key) => keys.includes(key));
}
