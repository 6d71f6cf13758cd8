import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../rules/errors/failure';
import { identityOf } from '../rules/starts/identity';
import type { ItemStart } from '../rules/starts/itemStart';
import { callsBackElsewhere, retriedBefore, savedByOldVersion } from '../rules/starts/refusedRetry';
import { memoryOf, withMemory, type StartMemory } from '../rules/starts/startMemory';
import { claim } from './claim';
import { inTurns } from './inTurns';
import { isManual, retryOf, runIndexOf } from './runs';

interface Kept {
	/** The execution that the first try belonged to: "Retry" from the executions list is a new one. */
	execution: string;
	/** The execution that has written this. Missing in what version 0.1.0 has kept, in a form of its own. */
	writer?: string;
	/** Whether this execution starts nothing: the one that has written this was retried before. */
	isTaken?: true;
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

	/** Whether n8n runs the node once more in the same execution: "Retry On Fail". */
	readonly isFurtherTry: boolean;

	private readonly nodeContext: { triggerFlow?: Kept };

	private readonly current: string;

	constructor(private readonly context: IExecuteFunctions) {
		this.nodeContext = context.getContext('node') as { triggerFlow?: Kept };
		this.runIndex = runIndexOf(context);
		this.current = context.getExecutionId();
		this.isFurtherTry =
			this.kept?.writer === this.current && this.kept.runs[this.runIndex] !== undefined;
	}

	private get kept(): Kept | undefined {
		return this.nodeContext.triggerFlow;
	}

	/** The execution that the logical starts of this run belong to. */
	get execution(): string {
		return this.kept?.execution ?? this.current;
	}

	/** Whether this execution is a retry, from the executions list, of the one that these starts belong to. */
	get isRetry(): boolean {
		return this.execution !== this.current;
	}

	/** Whether this run, or the one that it is a retry of, was started by hand. */
	get isManual(): boolean {
		return isManual(this.context) || this.kept?.isManual === true;
	}

	private get starts(): StartMemory {
		return this.kept?.runs[this.runIndex] ?? {};
	}

	/**
	 * Makes this execution the one that goes on with what is kept, and leaves its mark also where a
	 * mistake ends the run.
	 *
	 * @returns Why it may not: another one does already.
	 */
	async takeOver(): Promise<Failure | undefined> {
		const { kept, current } = this;
		const remembered = Object.values(this.starts).flat();
		const callsBack = remembered.find((start) => start.callsBack !== undefined)?.callsBack;
		if (callsBack !== undefined) return callsBackElsewhere(callsBack, this.execution);
		// One that failed before it came to this node holds nothing of it.
		const from = kept === undefined ? retryOf(this.context) : kept.writer;
		if (kept !== undefined && from === undefined) return savedByOldVersion();
		this.keep(this.starts);
		if (from === undefined || from === current) return undefined;

		const heir = kept?.isTaken ? undefined : await claim(this.context, from, current);
		if (heir === current) return undefined;
		// Also this execution can be retried, when nobody knows of the claim any more.
		Object.assign(this.kept ?? {}, { writer: from, isTaken: true });
		return retriedBefore(from, heir);
	}

	/** The starts of this run with what its earlier tries have come to. */
	async recall(starts: ItemStart[]): Promise<ItemStart[]> {
		const known = this.starts;
		return await inTurns(starts, (start, index) => withMemory(start, known[index]));
	}

	/** Finds out in turns what takes its time to remember: then `remember` is quick. */
	async identify(starts: ItemStart[]): Promise<void> {
		await inTurns(starts, (start) => start.kind === 'ready' && identityOf(start));
	}

	/**
	 * Keeps what this run has started. At once: n8n may save a run that was stopped at its next turn.
	 *
	 * @param before The starts as they went into the run.
	 * @param after The same ones as they came out of it.
	 */
	remember(before: ItemStart[], after: ItemStart[]): void {
		const starts: StartMemory = { ...this.starts };
		for (const [index, start] of before.entries()) {
			const remembered = memoryOf(start, after[index] ?? start, starts[index]);
			if (remembered.length > 0) starts[index] = remembered;
		}
		this.keep(starts);
	}

	private keep(starts: StartMemory): void {
		const { runs, isTaken, writer } = this.kept ?? {};
		this.nodeContext.triggerFlow = {
			execution: this.execution,
			// Who was refused is, in all its tries and rounds.
			...(isTaken ? { writer, isTaken } : { writer: this.current }),
			isManual: this.isManual,
			runs: { ...runs, [this.runIndex]: starts },
		};
	}

	/** Leaves nothing behind in the saved execution. */
	forget(): void {
		if (this.kept === undefined || this.kept.isTaken) return;
		const runs = Object.entries(this.kept.runs);
		const others = runs.filter(([index]) => Number(index) !== this.runIndex);
		if (others.length > 0) this.kept.runs = Object.fromEntries(others);
		else delete this.nodeContext.triggerFlow;
	}
}
