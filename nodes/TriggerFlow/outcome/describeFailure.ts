import type { Attempt } from '../http/attempt';
import type { Failure, Outcome } from '../shared/failure';
import { maskJson } from '../shared/mask';
import { shorten } from '../shared/text';
import { readErrorBody } from './errorBody';
import type { Meaning } from './table';

/** What messages name of a start. `fillIn` masks the token in it. */
interface NamedStart {
	slug: string;
	credential: { environment: string; baseUrl: string; accessToken: string };
}

/**
 * Says to a person what happened, whether the flow may have started, and what to do.
 * @param attempt Already masked.
 * @param meaning What `classify` says of it.
 */
export function describeFailure(
	attempt: Attempt,
	{ outcome, happened, next }: Meaning,
	start: NamedStart,
): Failure {
	const { answer, error } = attempt;
	const body = answer && readErrorBody(answer, start.credential.accessToken);
	const reason = error ? `Technical reason: ${shorten(error.message)}` : '';
	const answerText = body?.line ? `The service said: ${body.line}` : '';
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	return {
		outcome,
		message: `${fillIn(happened, start)}${status}: ${VERDICTS[outcome]}`,
		// n8n's error panel shows it as one paragraph.
		description: [next, ADVICE[outcome], reason, answerText].filter(Boolean).join(' '),
		...(answer && { statusCode: answer.statusCode }),
		...(body?.line && { body: body.body }),
	};
}

/** Replaces the placeholders `{slug}`, `{environment}` and `{host}` in a sentence. */
export function fillIn(sentence: string, { slug, credential }: NamedStart): string {
	const { environment, baseUrl, accessToken } = credential;
	// Somebody may have pasted the token into the slug or the URL. It is masked before the slug is cut.
	const masked = maskJson({ slug, environment, host: new URL(baseUrl).host }, accessToken);
	const words: Record<string, string> = { ...masked, slug: shorten(masked.slug, 80) };
	return sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) => words[name] ?? '');
}

/** Whether the flow may have started. The message of a failed attempt ends with it. */
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
