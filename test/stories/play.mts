/** Plays a story, and judges it. */
import { Judge, type Execution } from './judge.mts';
import type { Ended, StoryStage } from '../engine/storyStage.mts';
import { itemsOf, type InCredential, type Setup, type Story } from './story.mts';

interface Past {
	ended: Ended;
	setup: Setup;
	/** Whether it comes from a Retry that the node may refuse. Then its own Retry may be refused, too. */
	mayBeRefused: boolean;
}

/** Resolves to the judge's complaints. */
export async function play(story: Story, stage: StoryStage): Promise<string[]> {
	const items = itemsOf(story);
	const judge = new Judge(items);
	const past: Past[] = [];
	let now = story.first;
	/** The workflow before each edit. */
	const versions: Setup[] = [];
	let inCredential: InCredential = { place: 'qa', token: 'old' };

	const judgeExecution = (
		ended: Ended,
		execution: Pick<Execution, 'setup' | 'isRetryOfOlder'>,
		roundsBefore: number,
	) => {
		const { credential } = execution.setup;
		const size = story.loopOver ?? items.length;
		judge.judge(
			{
				...execution,
				id: ended.id,
				address: stage.addressOf(credential, inCredential),
			},
			ended.sends,
			ended.rounds.slice(roundsBefore).map((round, index) => {
				const from = (roundsBefore + index) * size;
				return { ...round, items: items.slice(from, from + size) };
			}),
		);
		past.push({ ended, setup: execution.setup, mayBeRefused: execution.isRetryOfOlder });
	};

	judgeExecution(await stage.run(story, items), { setup: now, isRetryOfOlder: false }, 0);
	for (const { edits, retry, of } of story.steps) {
		const before = inCredential;
		for (const { inCredential: changed, undo, ...edit } of edits) {
			const previous = now;
			now = undo ? (versions.at(-1) ?? now) : { ...now, ...edit };
			if (now !== previous) versions.push(previous);
			if (changed !== undefined) inCredential = { ...inCredential, ...changed };
		}
		if (inCredential !== before) stage.changeCredential(inCredential);

		const chosen = past.at(-1 - of);
		if (chosen === undefined || chosen.ended.status === 'success') continue;
		const current = retry === 'current' ? now : undefined;
		judgeExecution(
			await stage.retry(chosen.ended.id, current),
			{
				setup: current ?? chosen.setup,
				isRetryOfOlder: chosen.mayBeRefused || of > 0,
			},
			// n8n removes the failed run from the saved data, and runs it again.
			chosen.ended.rounds.filter(({ error }) => error === undefined).length,
		);
	}
	return judge.complaints;
}
