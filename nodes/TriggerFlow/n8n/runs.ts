import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Whether a person has started the run. A sub-workflow has a mode of its own; newer n8n also know that of its root. */
export function isManual(context: IExecuteFunctions): boolean {
	const { additionalData } = context as { additionalData?: { rootExecutionMode?: string } };
	return MANUAL.has(context.getMode()) || MANUAL.has(additionalData?.rootExecutionMode);
}

/** From the editor, and from its Evaluations tab: n8n uses what is pinned in both. */
const MANUAL = new Set<string | undefined>(['manual', 'evaluation']);

/**
 * The execution that this one is a retry of. Only newer versions of n8n tell it (seen: 2.40), and not in their
 * public interface.
 */
export function retryOf(context: IExecuteFunctions): string | undefined {
	const { additionalData } = context as { additionalData?: { hooks?: { retryOf?: string } } };
	return additionalData?.hooks?.retryOf || undefined;
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
