import type { Attempt } from '../http/attempt';
import type { Failure, Outcome } from '../shared/failure';
import { maskJson } from '../shared/mask';
import { shorten } from '../shared/text';
import { readErrorBody } from './errorBody';
import type { Meaning } from './table';

/** What messages say of a start. */
export interface StartLabels {
	slug: string;
	environment: string;
	host: string;
	/** It is masked in all of them. */
	accessToken: string;
}

export function createStartLabels(
	slug: string,
	credential: { environment: string; baseUrl: string; accessToken: string },
): StartLabels {
	const { environment, baseUrl, accessToken } = credential;
	return { slug, environment, host: new URL(baseUrl).host, accessToken };
}

/**
 * Describes a failed attempt to a person: what happened, whether the flow may have started, what to do.
 * @param attempt The access token is masked.
 * @param meaning What `classify` says of it.
 */
export function describeFailure(
	attempt: Attempt,
	{ outcome, happened, next }: Meaning,
	labels: StartLabels,
): Failure {
	const { answer, error } = attempt;
	const message = fillIn(happened, labels);
	if (error) {
		return {
			outcome,
			message: `${message}: ${VERDICTS[outcome]}`,
			description: joinSentences(
				next,
				ADVICE[outcome],
				`Technical reason: ${shorten(error.message)}`,
			),
		};
	}
	const { line, body } = readErrorBody(answer, labels.accessToken);
	return {
		outcome,
		message: `${message} (HTTP ${answer.statusCode}): ${VERDICTS[outcome]}`,
		description: joinSentences(next, ADVICE[outcome], line && `The service said: ${line}`),
		statusCode: answer.statusCode,
		...(line && { body }),
	};
}

/** n8n's error panel shows a description as one paragraph. */
function joinSentences(...sentences: Array<string | undefined>): string {
	return sentences.filter(Boolean).join(' ');
}

/** Replaces the placeholders in a sentence of the table. */
export function fillIn(
	sentence: string,
	{ slug, environment, host, accessToken }: StartLabels,
): string {
	// Somebody may have pasted the token into the slug or the URL. It is masked before the slug is cut.
	const masked = maskJson({ slug, environment, host }, accessToken);
	const words: Record<string, string> = { ...masked, slug: shorten(masked.slug, 80) };
	return sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) => words[name] ?? '');
}

/** Whether the flow may have started. Every message ends with it. */
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
