import { describeValue } from '../context/json';
import { NotSentError } from '../errors/failure';

/** The options that are numbers, and the least that each may be. */
const LEAST = { concurrency: 1, maxRetries: 0, timeout: 1 } as const;

const NAMES = {
	concurrency: 'Concurrency',
	maxRetries: 'Max Retries',
	timeout: 'Timeout',
} as const;

export type NumberOptions = Record<keyof typeof LEAST, number>;

/**
 * Refuses options that an expression has turned into something else: with a concurrency of NaN
 * nothing would be started, and a time-out of 0 would be none.
 *
 * @throws NotSentError that names the option.
 */
export function checkNumbers(options: NumberOptions): void {
	for (const name of Object.keys(LEAST) as Array<keyof typeof LEAST>) {
		const value: unknown = options[name];
		if (Number.isFinite(value) && Number(value) >= LEAST[name]) continue;
		throw new NotSentError(
			`The option ${NAMES[name]} is ${describeValue(value)}, but has to be a number from ${LEAST[name]}`,
			'Correct the option, or remove it to use its default.',
		);
	}
}
