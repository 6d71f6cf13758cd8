import { UserError } from '../shared/userError';

/** @throws UserError with the problem and its cure, unless `condition` is true. */
export function assertRequest(condition: boolean, problem: string, cure = ''): asserts condition {
	const copyAgain = "Copy the whole request from the flow's Start Event.";
	if (!condition) throw new UserError(problem, `${cure} ${copyAgain}`.trim());
}

export function assertNotCutOff(isWhole: boolean): void {
	assertRequest(isWhole, 'The request is cut off', 'A closing quote or brace is missing.');
}
