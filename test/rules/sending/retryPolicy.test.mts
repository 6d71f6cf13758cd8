import type { Outcome } from '../../../nodes/TriggerFlow/rules/errors/failure';
import { isSafeToRetry } from '../../../nodes/TriggerFlow/rules/sending/retryPolicy';

test.each<[Outcome, boolean, boolean]>([
	['notSent', false, false],
	['notStarted', true, true],
	['rejected', false, false],
	['unknown', false, true],
])('%s is sent again: %p, with retryUnknown: %p', (outcome, normally, withRetryUnknown) => {
	for (const maxRetries of [0, 3]) {
		expect(isSafeToRetry(outcome, { maxRetries, retryUnknown: false })).toBe(normally);
		expect(isSafeToRetry(outcome, { maxRetries, retryUnknown: true })).toBe(withRetryUnknown);
	}
});
