/** Plays a story, and judges it. */
import { Judge, type Execution } from './judge.mts';
import type { Ended, StoryStage } from '../engine/storyStage.mts';
import { itemsOf, type InCredential, type Setup, type Story } from './story.mts';

/** An execution that has ended. If the node may have refused it, it may refuse its Retry, too. */
type Past = Pick<Execution, 'setup' | 'isRetryOfOlder'> & { ended: Ended };

/** Resolves to the judge's complaints. */
export async function play(story: Story, stage: StoryStage): Promise<string[]> {
	const items = itemsOf(story);
	const judge = new Judge(items);
	const past: Past[] = [];
	let now = story.first;
	/** The workflow before each edit. */
	const versions: Setup[] = [];
	let inCredential: InCredential = { place: 'qa', token: 'old' };

	const judgeExecution = (execution: Past, roundsBefore: number) => {
		const { ended, setup } = execution;
		const size = story.loopOver ?? items.length;
		const rounds = ended.rounds.slice(roundsBefore).map((round, index) => {
			const from = (roundsBefore + index) * size;
			return { ...round, items: items.slice(from, from + size) };
		});
		const address = stage.addressOf(setup.credential, inCredential);
		judge.judge({ ...execution, id: ended.id, address }, ended.sends, rounds);
		past.push(execution);
	};

	judgeExecution({ ended: await stage.run(story, items), setup: now, isRetryOfOlder: false }, 0);
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
		const ended = await stage.retry(chosen.ended.id, current);
		const isRetryOfOlder = chosen.isRetryOfOlder || of > 0;
		// n8n removes the failed run from the saved data, and runs it again.
		const roundsBefore = chosen.ended.rounds.filter(({ error }) => error === undefined).length;
		judgeExecution({ ended, setup: current ?? chosen.setup, isRetryOfOlder }, roundsBefore);
	}
	return judge.complaints;
}
