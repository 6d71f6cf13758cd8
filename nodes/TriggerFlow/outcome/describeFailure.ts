import type { Attempt } from '../http/attempt';
import { maskJson } from '../secrets/mask';
import type { Failure, Outcome } from '../shared/failure';
import { shorten } from '../shared/text';
import { classify } from './table';
import { readErrorBody } from './errorBody';

export interface About {
	slug: string;
	environment: string;
	host: string;
	accessToken: string;
}

/**
 * A failed try, told to a person: what happened, whether the flow may have started, what to do.
 * @param attempt The access token masked.
 * @param retryAfterMs The wait that the service asked for.
 */
export function describeFailure(
	attempt: Attempt,
	about: About,
	retryAfterMs: number | undefined,
): Failure {
	const { outcome, happened, next } = classify(attempt, retryAfterMs);
	const { answer } = attempt;
	const said = answer && readErrorBody(answer, about.accessToken);
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	// n8n's error panel shows it as one paragraph.
	const sentences = [next, ADVICE[outcome], reasonOf(attempt, said?.line)];
	return {
		outcome,
		message: `${fillIn(happened, about)}${status}: ${VERDICTS[outcome]}`,
		description: sentences.filter(Boolean).join(' '),
		...(answer && { statusCode: answer.statusCode }),
		...(said?.line && { body: said.body }),
	};
}

/** A sentence with the person's own words in it. */
export function fillIn(sentence: string, { slug, environment, host, accessToken }: About): string {
	// The token may have been pasted into the slug, and be a part of the host: masked before it is cut.
	const own = maskJson({ slug, environment, host }, accessToken);
	const words: Record<string, string> = { ...own, slug: shorten(own.slug, 80) };
	return sentence.replace(/\{(\w+)\}/g, (_place, name: string) => words[name] ?? '');
}

/** Whether the flow may have started, as the end of every message. */
export const VERDICTS: Record<Outcome, string> = {
	notSent: 'the flow was not started',
	notStarted: 'the flow was not started',
	rejected: 'the flow was not started',
	unknown: 'the flow may have started',
	noCallback: 'the flow was started',
};

export const ADVICE: Record<Outcome, string> = {
	notSent: '',
	notStarted: 'You can safely start this item again.',
	rejected: '',
	unknown:
		'Check in the integration platform whether the flow has run. Start it again only if it has not.',
	noCallback:
		'Check in the integration platform what the flow did. If you start it again, it runs a second time.',
};

/** In the words of the service, or of Node. */
function reasonOf(attempt: Attempt, line: string | undefined): string {
	if (attempt.error) return `Technical reason: ${shorten(attempt.error.message)}`;
	return line ? `The service said: ${line}` : '';
}
