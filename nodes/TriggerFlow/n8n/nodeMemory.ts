import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { StartMemory } from '../rules/sending/startMemory';

interface Kept {
	/** The execution that the first try belonged to: "Retry" from the executions list is a new one. */
	execution: string;
	/** Whether the first try was started by hand: "Retry" from the executions list does not say. */
	isManual: boolean;
	/** By run index: in a loop the node runs many times within one execution. */
	runs: Record<string, StartMemory>;
}

/**
 * What this run has started, over the tries of "Retry On Fail" and over "Retry" of a failed
 * execution. n8n's node context lasts across both, is saved with a failed execution, and is kept
 * per node: so it is split by run index here.
 */
export class NodeMemory {
	readonly runIndex: number;

	private readonly nodeContext: { triggerFlow?: Kept };

	private readonly currentExecution: string;

	private readonly isManualNow: boolean;

	constructor(context: IExecuteFunctions) {
		this.nodeContext = context.getContext('node') as { triggerFlow?: Kept };
		this.runIndex = Number(context.evaluateExpression('{{ $runIndex }}', 0));
		this.currentExecution = context.getExecutionId();
		this.isManualNow = isManual(context);
	}

	/** The execution that the logical starts of this run belong to. */
	get execution(): string {
		return this.nodeContext.triggerFlow?.execution ?? this.currentExecution;
	}

	/** Whether this run, or the one that it is a retry of, was started by hand. */
	get isManual(): boolean {
		return this.isManualNow || this.nodeContext.triggerFlow?.isManual === true;
	}

	/** Whether this is a further try within the execution that the first one belonged to. */
	get isSameExecution(): boolean {
		return this.execution === this.currentExecution;
	}

	get starts(): StartMemory {
		return this.nodeContext.triggerFlow?.runs[this.runIndex] ?? {};
	}

	keep(starts: StartMemory): void {
		const runs = this.nodeContext.triggerFlow?.runs ?? {};
		this.nodeContext.triggerFlow = {
			execution: this.execution,
			isManual: this.isManual,
			runs: { ...runs, [this.runIndex]: starts },
		};
	}

	/** Leaves nothing behind in the saved execution. */
	forget(): void {
		const kept = this.nodeContext.triggerFlow;
		if (kept === undefined) return;
		const others = Object.entries(kept.runs).filter(([index]) => Number(index) !== this.runIndex);
		if (others.length === 0) delete this.nodeContext.triggerFlow;
		else this.nodeContext.triggerFlow = { ...kept, runs: Object.fromEntries(others) };
	}
}

/** A sub-workflow has a mode of its own; newer versions of n8n also know the mode of its root. */
function isManual(context: IExecuteFunctions): boolean {
	const { additionalData } = context as { additionalData?: { rootExecutionMode?: string } };
	return BY_HAND.has(context.getMode()) || BY_HAND.has(additionalData?.rootExecutionMode);
}

/** From the editor, and from its Evaluations tab: n8n uses what is pinned in both. */
const BY_HAND = new Set<string | undefined>(['manual', 'evaluation']);

/**
 * Whether n8n will run the node again although it has returned: with "Retry On Fail" it does when
 * the first item has an `error` field, whatever the field means to the flow.
 */
export function willRunAgain(context: IExecuteFunctions, output: INodeExecutionData[]): boolean {
	const error = output[0]?.json.error;
	const looksFailed = error !== undefined && error !== null && error !== false;
	return context.getNode().retryOnFail === true && looksFailed;
}
