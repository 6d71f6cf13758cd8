import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { mistakeIn, notSent, type Failure } from '../shared/failure';
import { mapYielding } from '../shared/yielding';
import type { ItemStart } from '../start/itemStart';
import { identityOf } from './identity';
import {
	callsBackElsewhere,
	rememberStart,
	retriedBefore,
	recallStart,
	type StartMemory,
} from './startMemory';

/** What n8n keeps of this node, from its first run in an execution on. */
interface Kept {
	/** The execution that the first try belonged to: "Retry" from the executions list is a new one. */
	execution: string;
	/** The last one that has sent something, or the one that this is a Retry of. */
	lastExecution: string;
	/** Whether the first try was started by hand: "Retry" from the executions list does not say. */
	isManual: boolean;
	/** By run index: in a loop the node runs many times within one execution. */
	runs: Record<string, StartMemory>;
}

/** Far more than anybody retries of one node. n8n drops the oldest. */
const MOST_RETRIES = 2_000;

/**
 * What this run has started, over the tries of "Retry On Fail" and over "Retry". n8n's node context lasts
 * across both, is saved with a failed execution, and is kept per node: so it is split by run index here.
 */
export class NodeMemory {
	readonly runIndex: number;
	/** The execution that the logical starts of this run belong to. */
	readonly execution: string;
	/** Whether this run, or the one that it is a retry of, was started by hand. */
	readonly isManual: boolean;

	private readonly kept: Kept;
	private readonly current: string;

	constructor(private readonly context: IExecuteFunctions) {
		this.runIndex = runIndexOf(context);
		this.current = context.getExecutionId();
		const nodeContext = context.getContext('node') as { triggerFlow?: Kept };
		nodeContext.triggerFlow ??= {
			execution: this.current,
			// An execution that failed before it came to this node holds nothing of it.
			lastExecution: retryOf(context) ?? this.current,
			isManual: false,
			runs: {},
		};
		this.kept = nodeContext.triggerFlow;
		this.execution = this.kept.execution;
		this.isManual = this.kept.isManual ||= isManual(context);
	}

	/** Whether this execution is a retry, from the executions list, of the one that these starts belong to. */
	get isRetry(): boolean {
		return this.execution !== this.current;
	}

	private get starts(): StartMemory {
		return this.kept.runs[this.runIndex] ?? {};
	}

	/**
	 * Makes this execution the one that continues what an earlier one has started. Called just before
	 * the first start is sent, because a Retry that sent nothing does not count.
	 * @returns Why it may not: the earlier execution was retried before, or its flow calls back there.
	 */
	async takeOver(): Promise<Failure | undefined> {
		const remembered = Object.values(this.starts).flat();
		const callsBack = remembered.find((start) => start.callsBack !== undefined)?.callsBack;
		if (callsBack !== undefined) return callsBackElsewhere(callsBack, this.execution);
		const { lastExecution } = this.kept;
		if (lastExecution === this.current) return undefined;
		const refusal = await this.recordRetryOf(lastExecution);
		if (refusal === undefined) this.kept.lastExecution = this.current;
		return refusal;
	}

	/** n8n keeps for a node, in its database, which executions were retried: Remove Duplicates is made of it. */
	private async recordRetryOf(execution: string): Promise<Failure | undefined> {
		try {
			const options = { mode: 'entries', maxEntries: MOST_RETRIES } as const;
			const { checkProcessedAndRecord } = this.context.helpers;
			const { processed } = await checkProcessedAndRecord([execution], 'node', options);
			return processed.length === 0 ? undefined : retriedBefore(execution);
		} catch (error) {
			const what = `n8n could not check whether execution ${execution} was retried before`;
			return notSent(mistakeIn(what, error));
		}
	}

	async recall(starts: ItemStart[]): Promise<ItemStart[]> {
		return await mapYielding(starts, (start, index) => recallStart(start, this.starts[index]));
	}

	/** Finds out, while n8n gets its turn, what takes time to remember: then `remember` is quick. */
	async identify(starts: ItemStart[]): Promise<void> {
		await mapYielding(starts, (start) => start.kind === 'ready' && identityOf(start));
	}

	/**
	 * Keeps what this run has started. At once: n8n may save a run that was stopped at its next turn.
	 * @param before The starts as they went into the run.
	 * @param after The same ones as they came out of it.
	 */
	remember(before: ItemStart[], after: ItemStart[]): void {
		const starts: StartMemory = { ...this.starts };
		for (const [index, start] of before.entries()) {
			const remembered = rememberStart(start, after[index] ?? start, starts[index]);
			if (remembered.length > 0) starts[index] = remembered;
		}
		this.kept.runs[this.runIndex] = starts;
	}

	/** Forgets what this run has started. Which execution was the last to send is still needed in a loop. */
	forget(): void {
		Reflect.deleteProperty(this.kept.runs, this.runIndex);
	}
}

/** What n8n's public interface does not tell, and only newer n8n know. */
interface Internals {
	additionalData?: { rootExecutionMode?: string; hooks?: { retryOf?: string } };
}

/** Whether a person has started the run. A sub-workflow has a mode of its own, and its root another one. */
function isManual(context: IExecuteFunctions): boolean {
	const modes = [context.getMode(), (context as Internals).additionalData?.rootExecutionMode];
	// From the editor, and from its Evaluations tab.
	return modes.includes('manual') || modes.includes('evaluation');
}

function retryOf(context: IExecuteFunctions): string | undefined {
	return (context as Internals).additionalData?.hooks?.retryOf || undefined;
}

/**
 * Whether n8n will run the node again although it has returned: with "Retry On Fail" it does when
 * the first item has an `error` field, whatever the field means to the flow.
 */
export function willRunAgain(context: IExecuteFunctions, output: INodeExecutionData[]): boolean {
	const error = output[0]?.json.error;
	const looksFailed = error !== undefined && error !== null && error !== false;
	return context.getNode().retryOnFail === true && looksFailed;
}

/** How often the node has run before in this execution: in a loop it runs many times. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
