import type { Attempt } from '../http/attempt';
import { declareMasked, type Masked } from '../shared/mask';
import { shorten } from '../shared/text';
import { parseErrorBody } from './errorBody';
import type { Failure } from './failure';
import { getOutcomeRow } from './outcomes';
import { fillIn } from './sentence';
import type { Meaning } from './table';

/** The parts of a start that a message mentions. */
interface NamedStart {
	slug: string;
	credential: { environment: string; baseUrl: string; accessToken: string };
}

/** Says to a person what happened, whether the flow may have started, and what to do. */
export function describeFailure(
	attempt: Attempt,
	{ outcome, problem, advice }: Meaning,
	{ slug, credential }: NamedStart,
): Masked<Failure> {
	const answer = attempt.kind === 'answer' ? attempt.answer : undefined;
	const errorBody = answer && parseErrorBody(answer, credential.accessToken);
	const answerText = errorBody?.line ? `The service said: “${errorBody.line}”.` : '';
	const reason =
		attempt.kind === 'error' ? `Technical reason: ${shorten(attempt.error.message)}.` : '';
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	const { verdict, advice: outcomeAdvice } = getOutcomeRow(outcome);
	return declareMasked({
		outcome,
		message: `${fillIn(problem, slug, credential)}${status}: ${verdict}`,
		// n8n's error panel shows it as one paragraph.
		description: [answerText, advice, outcomeAdvice, reason].filter(Boolean).join(' '),
		...(answer && { statusCode: answer.statusCode }),
		...(errorBody?.line && { body: errorBody.body }),
	});
}
