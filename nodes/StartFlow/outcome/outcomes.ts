import type { JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

/** What the node does and says about one outcome. Everything that depends on an outcome asks its row. */
interface OutcomeRow {
	/** Whether the flow ran. If it may have, a later run does not make the start again. */
	ran: 'no' | 'maybe' | 'yes';
	/**
	 * Ends the message of a failed attempt, without a period, because `keepPreviousResult` continues it: "…, so it was not sent
	 * again". Also read after "The item says that".
	 */
	verdict: string;
	/** What a person does first. */
	advice?: readonly string[];
	/** What a model does next. It cannot press a button, and `advice` is for people. */
	adviceToModel: string;
	/** Follows the number of items in the summary of a run: "998 started; 2 rejected". */
	countLabel: string;
	/** When the run may try once more. `withRetryUnknown`: only if Retry Uncertain Starts is on. Missing: never. */
	retry?: 'always' | 'withRetryUnknown';
}

/**
 * How a start ended if it got no 2xx, or no callback. Users rely on the names. Summaries list them in this order.
 *
 * - `noCallback`: the flow started, but its callback did not come in time, or another execution waits for it.
 * - `rejected`: the service answered that it will not start the flow.
 * - `notStarted`: the flow definitely did not start. The request may have been sent or not.
 * - `unknown`: the flow may have started. Another attempt may start it twice.
 * - `notSent`: the node refused the item before it sent anything.
 */
export type Outcome = 'noCallback' | 'rejected' | 'notStarted' | 'unknown' | 'notSent';

export const OUTCOMES: Record<Outcome, OutcomeRow> = {
	noCallback: {
		ran: 'yes',
		verdict: 'the flow was started',
		advice: [
			'Check in the integration platform what the flow did.',
			'If you start it again, it runs a second time.',
		],
		adviceToModel: 'Do not call the tool again. Tell the person.',
		countLabel: 'of these without a callback',
	},
	rejected: {
		ran: 'no',
		verdict: 'the flow was not started',
		adviceToModel: 'Call the tool again only if other values can help. Otherwise, tell the person.',
		countLabel: 'rejected',
	},
	notStarted: {
		ran: 'no',
		verdict: 'the flow was not started',
		adviceToModel: 'Call the tool again later, or tell the person.',
		countLabel: 'not started',
		retry: 'always',
	},
	unknown: {
		ran: 'maybe',
		verdict: 'the flow may have started',
		advice: [
			'Check in the integration platform whether the flow has run.',
			'If not, run only this item again.',
		],
		adviceToModel:
			'Do not call the tool again. Tell the person to check in the integration platform whether the flow has run.',
		countLabel: 'may have started',
		retry: 'withRetryUnknown',
	},
	notSent: {
		ran: 'no',
		verdict: 'the flow was not started',
		adviceToModel:
			'The flow was not started. Call the tool again only if other values can help. Otherwise, tell the person.',
		countLabel: 'refused by the node',
	},
};

/** Whether the flow of a start with this outcome ran, or may have. A later run remembers it. */
export function isRememberedOutcome(value: unknown): value is Outcome {
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
	/** What the service said, or the technical reason, on one line. Missing if the message says why. */
	reason?: string;
	/** Sentences that follow the message: the reason, and what else a person has to know. */
	explanation?: readonly string[];
	/** What a person does first. A long error leaves out the later steps. */
	advice?: readonly string[];
	/** Whether the item may be wrong. A Retry does not help then, because it has the same item. */
	mayItemBeWrong?: boolean;
	statusCode?: number;
	/** The body of the service's answer: JSON if it can be parsed, else text. */
	body?: JsonValue;
}

/** More of a reason would hide what to do. */
const MAX_REASON_CHARACTERS = 120;

/** Puts a reason on one short line, without a period, because a sentence follows or surrounds it. */
export function shortenReason(reason: string): string {
	return shorten(reason, MAX_REASON_CHARACTERS).replace(/\.+$/, '');
}

/** A whole sentence, because n8n's error panel shows it in one paragraph with the advice. */
export function describeTechnicalReason({ message }: { message: string }): string {
	return `Technical reason: ${shortenReason(message)}.`;
}

export function describeForModel({ outcome, message, explanation = [] }: Failure): string {
	return [`${message}.`, ...explanation, OUTCOMES[outcome].adviceToModel].join(' ');
}
