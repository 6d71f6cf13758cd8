import { sleep, type IExecuteFunctions } from 'n8n-workflow';

/**
 * Which execution goes on with the starts of an earlier one, by what was claimed, as far as this
 * process of n8n has seen it.
 */
const winners = new Map<string, string>();

/**
 * Claims something for one execution: only the first that asks gets it. n8n retries the same execution
 * as often as it is asked to, each time with what that execution knew, and tells a node nothing of the
 * other times.
 *
 * Newer versions of n8n keep for a node what it has seen (it is what Remove Duplicates is made of), in
 * the database: so all workers know it, and a restart does not forget it. Where it is missing or fails,
 * the claim holds within this process.
 *
 * @param what Any text.
 * @returns Which execution has it, `undefined` where it is another one that nobody can name.
 */
export async function claim(
	context: IExecuteFunctions,
	what: string,
	execution: string,
): Promise<string | undefined> {
	const winner = winners.get(what) ?? execution;
	if (winner !== execution) return winner;
	winners.set(what, execution);

	const own = `${what} by ${execution}`;
	const first = await seen(context, [what, own]);
	if (first === undefined) return execution;
	if (first.has(what)) return first.has(own) ? execution : undefined;
	// Of two that write at the same moment, n8n keeps what the second one wrote.
	await sleep(SETTLED);
	const second = await seen(context, [own]);
	return second === undefined || second.has(own) ? execution : undefined;
}

/** How long two writers may be apart that have both read before either wrote, in ms. */
const SETTLED = 200;

/** Far more than anybody retries of one node; n8n drops the oldest. */
const KEPT = 2_000;

/** Which of some texts were seen before; `undefined` where this n8n cannot tell. They are from now on. */
async function seen(
	context: IExecuteFunctions,
	texts: string[],
): Promise<Set<unknown> | undefined> {
	const { checkProcessedAndRecord } = context.helpers as Partial<IExecuteFunctions['helpers']>;
	// The first look of two at once may fail, because both of them wrote a first line.
	for (let tries = 0; tries < 2; tries++) {
		try {
			const options = { mode: 'entries', maxEntries: KEPT } as const;
			const result = await checkProcessedAndRecord?.(texts, 'node', options);
			return result && new Set(result.processed);
		} catch {
			// As in a workflow that was never saved.
		}
	}
	return undefined;
}
