/** Plays a story on any n8n, and judges it. */
import { CREDENTIALS, type StoryItem } from './choices.mts';
import { Judge, type Execution, type Round, type Send } from './judge.mts';
import { itemsOf, type InCredential, type Setup, type Story } from './story.mts';

/** An execution that has ended. */
export interface Ended {
	id: string;
	status: string;
	/** All runs of the node that are saved with it, also those before a Retry. */
	rounds: Array<Pick<Round, 'error' | 'output'>>;
	/** The requests that the service read meanwhile, in order. */
	sends: Send[];
}

/** The n8n in which a story happens, and the service behind it. */
export interface Stage {
	/** Marks the items of this story, so that the service can tell them from others. */
	order: string;
	addressOf: (credential: Setup['credential'], inCredential: InCredential) => string;
	/** Changes the credential `qa`, as a person does. */
	changeCredential: (inCredential: InCredential) => Promise<void>;
	run: (story: Story, items: StoryItem[]) => Promise<Ended>;
	/** @param current The current workflow, for Retry with currently saved workflow. */
	retry: (executionId: string, current: Setup | undefined) => Promise<Ended>;
}

interface Past {
	ended: Ended;
	setup: Setup;
	/** Whether it comes from a Retry that the node may refuse. Then its own Retry may be refused, too. */
	mayBeRefused: boolean;
}

/** Resolves to the judge's complaints and the number of executions. */
export async function play(
	story: Story,
	stage: Stage,
): Promise<{ complaints: string[]; executions: number }> {
	const items = itemsOf(story, stage.order);
	const judge = new Judge(items);
	const past: Past[] = [];
	let now = story.first;
	/** The workflow before each edit. */
	const versions: Setup[] = [];
	let inCredential: InCredential = { place: 'qa', token: 'old' };

	const judgeExecution = (
		ended: Ended,
		execution: Pick<Execution, 'setup' | 'isManual' | 'isRetryOfOlder'>,
		roundsBefore: number,
	) => {
		const { credential } = execution.setup;
		const size = story.loopOver ?? items.length;
		judge.judge(
			{
				...execution,
				id: ended.id,
				number: past.length + 1,
				address: stage.addressOf(credential, inCredential),
				isProduction: CREDENTIALS[credential].environment === 'production',
			},
			ended.sends,
			ended.rounds.slice(roundsBefore).map((round, index) => {
				const from = (roundsBefore + index) * size;
				return { ...round, items: items.slice(from, from + size) };
			}),
			ended.status,
		);
		past.push({ ended, setup: execution.setup, mayBeRefused: execution.isRetryOfOlder });
	};

	judgeExecution(
		await stage.run(story, items),
		{ setup: now, isManual: story.mode === 'manual', isRetryOfOlder: false },
		0,
	);
	for (const { edits, retry, of } of story.steps) {
		const before = inCredential;
		for (const { inCredential: changed, undo, ...edit } of edits) {
			const previous = now;
			now = undo ? (versions.at(-1) ?? now) : { ...now, ...edit };
			if (now !== previous) versions.push(previous);
			if (changed !== undefined) inCredential = { ...inCredential, ...changed };
		}
		if (inCredential !== before) await stage.changeCredential(inCredential);

		const chosen = past.at(-1 - of);
		if (chosen === undefined || chosen.ended.status === 'success') continue;
		const current = retry === 'current' ? now : undefined;
		judgeExecution(
			await stage.retry(chosen.ended.id, current),
			{
				setup: current ?? chosen.setup,
				isManual: false,
				isRetryOfOlder: chosen.mayBeRefused || of > 0,
			},
			// n8n removes the failed run from the saved data, and runs it again.
			chosen.ended.rounds.filter(({ error }) => error === undefined).length,
		);
	}
	return { complaints: judge.complaints, executions: past.length };
}
