import { mayRetry, type Outcome } from '../../../nodes/StartFlow/outcome/outcomes';

test.each<[Outcome, boolean, boolean]>([
	['notSent', false, false],
	['notStarted', true, true],
	['rejected', false, false],
	['unknown', false, true],
	['noCallback', false, false],
])('sends %s again: %p, with retryUnknown: %p', (outcome, normally, withRetryUnknown) => {
	expect(mayRetry(outcome, false)).toBe(normally);
	expect(mayRetry(outcome, true)).toBe(withRetryUnknown);
});
