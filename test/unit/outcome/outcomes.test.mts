import { mayRetry, OUTCOMES, type Outcome } from '../../../nodes/StartFlow/outcome/outcomes';

/** Whether a run tries once more: by default, and with Retry Uncertain Starts. */
const RETRIES: Array<[Outcome, boolean, boolean]> = [
	['notSent', false, false],
	['notStarted', true, true],
	['rejected', false, false],
	['unknown', false, true],
	['noCallback', false, false],
];

test.each(RETRIES)('sends %s again: %p, with retryUnknown: %p', (outcome, byDefault, ifUnknown) => {
	expect(mayRetry(outcome, false)).toBe(byDefault);
	expect(mayRetry(outcome, true)).toBe(ifUnknown);
});

test('has no outcome for which retries are not tested', () => {
	expect(RETRIES.map(([outcome]) => outcome).sort()).toEqual(Object.keys(OUTCOMES).sort());
});
