import { UserError } from '../../nodes/StartFlow/shared/userError';

/**
 * Returns the UserError that `run` throws. Fails when `run` throws nothing or another error, or when
 * the message and description do not follow the rules for all of them.
 */
export function refusalOf(run: () => unknown): UserError {
	let result: unknown;
	try {
		result = run();
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		expect(error.message).toMatch(/^[^\n]*[^\n.]$/);
		// A headline has no room for more. Further sentences are shown in the description.
		const [first = ''] = error.message.split(/\. (?=[A-Z])/);
		expect(first.length).toBeLessThanOrEqual(120);
		expect(error.description).toMatch(/^[^\n]+\.$/);
		return error;
	}
	throw new Error(`Nothing was thrown: ${String(result)}`);
}
