import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { maskText } from '../shared/mask';
import { replaceAngleBrackets } from '../shared/text';
import { FAULT_ADVICE, isFault, toUserError, UserError } from '../shared/userError';
import { isDirectToolCall } from './internals';

/**
 * Whether n8n sends the stored item of a wait to the error branch although it has `details`: since 2.34, which exports the name
 * below. Fallback: the item has no details. If n8n changes this: such an item lacks its details.
 * Test: test/engine/startAndWait.test.mts, test/n8n/startAndWait.mts
 */
export function routesFailedItemWithDetails(): boolean {
	return 'resolveSupportedCredentialActivation' in n8nWorkflow;
}

/** Whether a failed start becomes an item. Otherwise, it ends the run with an error. */
export function continuesOnFailure(n8n: IExecuteFunctions): boolean {
	return n8n.continueOnFail() || isDirectToolCall(n8n);
}

/** Whether a person pressed Stop, or the workflow's own time-out has passed. */
export function isStopped(n8n: IExecuteFunctions): boolean {
	return n8n.getExecutionCancelSignal()?.aborted === true;
}

/** Shows messages beside the output. n8n saves them when the node returns, but not when it throws. */
export function addHints(
	n8n: IExecuteFunctions,
	messages: ReadonlyArray<string | undefined>,
): void {
	for (const message of messages.filter((text) => text !== undefined)) {
		const shown = replaceAngleBrackets(message);
		n8n.addExecutionHints({ message: shown, type: 'info', location: 'outputPane' });
	}
}

type Logging = Pick<IExecuteFunctions, 'logger'> & Partial<Pick<IExecuteFunctions, 'getNode'>>;

/** Writes the cause of a bug of the node into n8n's log, without the token if that is known. A connection test has no node. */
export function logFault(n8n: Logging, cause: unknown, accessToken?: string): void {
	const text = cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause);
	const shown = accessToken ? maskText(text, accessToken) : text;
	n8n.logger.error(`The node "${n8n.getNode?.().name ?? ''}" (Trigger Flow) failed: ${shown}`);
}

/** Turns whatever was thrown into an error for people. The cause of a bug goes into n8n's log. */
export function toLoggedError(n8n: Logging, thrown: unknown, accessToken?: string): UserError {
	if (!isFault(thrown)) return toUserError(thrown);
	logFault(n8n, thrown, accessToken);
	return new UserError('The node itself failed', FAULT_ADVICE);
}

/** Explains an error to a person, in one text. */
export function explainError(n8n: Logging, thrown: unknown, accessToken?: string): string {
	const { message, advice } = toLoggedError(n8n, thrown, accessToken);
	return [`${message}.`, ...advice].join(' ');
}
