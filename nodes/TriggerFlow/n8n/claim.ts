import { sleep, type IExecuteFunctions } from 'n8n-workflow';

/** By execution and node, by its id and by its name: who goes on, as far as this process of n8n has asked. */
const claims = new Map<string, Promise<string | undefined>>();

/**
 * Claims the starts of an earlier execution for one that goes on with them: only the first that asks
 * gets them, also where the node was renamed meanwhile, or replaced by another of its name. n8n retries the same execution
 * as often as it is asked to, each time with what that execution knew, and tells a node nothing of the
 * other times.
 *
 * Newer versions of n8n keep for a node what it has seen (it is what Remove Duplicates is made of), in
 * the database: so all workers know it, and a restart does not forget it. Where it is missing or fails,
 * the claim holds within this process.
 *
 * @param from The earlier execution.
 * @returns Which execution has them, `undefined` where it is another one that nobody can name.
 */
export async function claim(
	context: IExecuteFunctions,
	from: string,
	execution: string,
): Promise<string | undefined> {
	const { id, name } = context.getNode();
	const places = [`${from}/${id}`, `${from}/${name}`];
	const known = places.map((place) => claims.get(place)).find((heir) => heir !== undefined);
	const heir = known ?? claimInAllProcesses(context, from, execution);
	for (const place of places) claims.set(place, heir);
	return await heir;
}

/**
 * n8n writes what a node has seen as a whole: of two that write at the same moment, it keeps what the
 * later one wrote, and nothing of the other, whatever that claimed. So nobody has it before it was found
 * there, and who finds neither its own nor another's claim asks again.
 */
async function claimInAllProcesses(
	context: IExecuteFunctions,
	from: string,
	execution: string,
): Promise<string | undefined> {
	const own = `${from} by ${execution}`;
	for (let looks = 0; looks < MOST_LOOKS; looks++) {
		const known = await inTurn(() => seen(context, [from, own]));
		if (known === undefined || known.has(own)) return execution;
		if (known.has(from)) return undefined;
		// Not all in step, or they would meet again.
		await sleep(SETTLED + 200 * Math.random());
	}
	return undefined;
}

/**
 * How long two writers may be apart that have both read before either wrote, in ms. Seen: 540 from before
 * the one to after the other, in workers with ten Retries each to begin.
 */
const SETTLED = 1_000;

/** Four were needed at most where 20 asked at once of two workers. */
const MOST_LOOKS = 20;

let turn: Promise<unknown> = Promise.resolve();

/** Within a process, nobody has to lose what was written. */
async function inTurn<T>(look: () => Promise<T>): Promise<T> {
	const own = turn.then(look);
	turn = own;
	return await own;
}

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
