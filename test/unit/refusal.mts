import { UserError } from '../../nodes/StartFlow/shared/userError';

/**
 * Returns the UserError that `run` throws, and its advice as one description. Fails when `run` throws nothing or another error, or when
 * the message and description do not follow the rules for all of them.
 */
export function refusalOf(run: () => unknown): UserError & { description: string } {
	let result: unknown;
	try {
		result = run();
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		expect(error.message).toMatch(/^[^\n]*[^\n.]$/);
		// A headline has room for 120 characters. After them, only a detail may be missing.
		expect(error.message.length).toBeLessThanOrEqual(140);
		for (const sentence of error.advice) expect(sentence).toMatch(/^[^\n]+\.$/);
		return Object.assign(error, { description: error.advice.join(' ') });
	}
	throw new Error(`Nothing was thrown: ${String(result)}`);
}
