import type { JsonValue } from '../shared/json';

/** What the node does and says about one outcome. Everything that depends on an outcome asks its row. */
interface OutcomeRow {
	/** Whether the flow ran. If it may have, a later run does not make the start again. */
	ran: 'no' | 'maybe' | 'yes';
	/**
	 * Ends the message of a failed attempt, without a period, because `keepPreviousResult` continues it: "… in a previous run". Also
	 * read after "The item says that".
	 */
	verdict: string;
	advice: string;
	/** Replaces `advice` before a Retry of the rest. Missing if `advice` is right there, too. */
	adviceBeforeRetry?: string;
	/** What a model does next. It cannot press a button, and `advice` is for people. */
	adviceToModel: string;
	/** Follows the number of items in the summary of a run: "998 started, 2 rejected". */
	countLabel: string;
	/** Whether the run may try once more. `withRetryUnknown`: only if Retry Uncertain Starts is on. */
	retry: 'always' | 'withRetryUnknown' | 'never';
}

const ROWS = {
	noCallback: {
		ran: 'yes',
		verdict: 'the flow was started',
		advice:
			'Check in the integration platform what the flow did. If you start it again, it runs a second time.',
		adviceToModel: 'Do not call the tool again. Tell the person.',
		countLabel: 'of these without a callback',
		retry: 'never',
	},
	rejected: {
		ran: 'no',
		verdict: 'the flow was not started',
		advice: '',
		adviceToModel: 'Call the tool again only if other values can help. Otherwise, tell the person.',
		countLabel: 'rejected',
		retry: 'never',
	},
	notStarted: {
		ran: 'no',
		verdict: 'the flow was not started',
		advice: 'You can safely start this item again.',
		adviceBeforeRetry: '',
		adviceToModel: 'Call the tool again later, or tell the person.',
		countLabel: 'not started',
		retry: 'always',
	},
	unknown: {
		ran: 'maybe',
		verdict: 'the flow may have started',
		advice:
			'Check in the integration platform whether the flow has run. Start it again only if it has not.',
		adviceBeforeRetry: 'Check in the integration platform whether the flow has run.',
		adviceToModel:
			'Do not call the tool again. Tell the person to check in the integration platform whether the flow has run.',
		countLabel: 'may have started',
		retry: 'withRetryUnknown',
	},
	notSent: {
		ran: 'no',
		verdict: 'the flow was not started',
		advice: '',
		adviceToModel:
			'The flow was not started. Call the tool again only if other values can help. Otherwise, tell the person.',
		countLabel: 'refused by the node',
		retry: 'never',
	},
} as const satisfies Record<string, OutcomeRow>;

/**
 * How a start ended if it got no 2xx, or no callback. Users rely on the names. Summaries list them in this order.
 *
 * - `noCallback`: the flow started, but its callback did not come in time, or another execution waits for it.
 * - `rejected`: the service answered that it will not start the flow.
 * - `notStarted`: the flow definitely did not start. The request may have been sent or not.
 * - `unknown`: the flow may have started. Another attempt may start it twice.
 * - `notSent`: the node refused the item before it sent anything.
 */
export type Outcome = keyof typeof ROWS;

export const OUTCOMES: Readonly<Record<Outcome, OutcomeRow>> = ROWS;

/** The outcomes of starts whose flow ran, or may have. A later run remembers them. */
export type RememberedOutcome = {
	[Name in Outcome]: (typeof ROWS)[Name]['ran'] extends 'no' ? never : Name;
}[Outcome];

export function isRememberedOutcome(value: unknown): value is RememberedOutcome {
	const isOutcome = typeof value === 'string' && Object.hasOwn(OUTCOMES, value);
	return isOutcome && OUTCOMES[value as Outcome].ran !== 'no';
}

/** Whether a run may try a start with this outcome once more. @param retryUnknown The option Retry Uncertain Starts. */
export function mayRetry(outcome: Outcome, retryUnknown: boolean): boolean {
	const { retry } = OUTCOMES[outcome];
	return retry === 'always' || (retry === 'withRetryUnknown' && retryUnknown);
}

export interface Failure {
	outcome: Outcome;
	/** One line that a person can act on: what happened, and (unless nothing was sent) whether the flow may have started. */
	message: string;
	/** What the service said, or the technical reason. Missing if neither is known. */
	reason?: string;
	advice: string;
	/** Replaces `advice` before a Retry of the rest. Missing if `advice` is right there, too. */
	adviceBeforeRetry?: string;
	statusCode?: number;
	/** The body of the service's answer: JSON if it can be parsed, else text. */
	body?: JsonValue;
}

/** The failure of an item that the node refused. @param error What is wrong, and what to do. */
export function createNotSentFailure(error: { message: string; description: string }): Failure {
	return {
		outcome: 'notSent',
		message: error.message,
		advice: `${error.description} Nothing was sent for this item.`.trim(),
	};
}

export function describeForModel({ outcome, message, reason }: Failure): string {
	const sentences = [`${message}.`, reason, OUTCOMES[outcome].adviceToModel];
	return sentences.filter(Boolean).join(' ');
}
