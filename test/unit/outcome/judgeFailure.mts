import type { Attempt } from '../../../nodes/StartFlow/http/attempt';
import { judge } from '../../../nodes/StartFlow/outcome/judge';
import type { Meaning } from '../../../nodes/StartFlow/outcome/table';

/** What an attempt means that did not start the flow, at the beginning of all times. */
export function judgeFailure(attempt: Attempt): Meaning & { retryAfterMs?: number } {
	const judgement = judge(attempt, 0);
	if (judgement.kind === 'started') throw new Error('The attempt has started the flow');
	return { ...judgement.meaning, retryAfterMs: judgement.retryAfterMs };
}
