/** Plays a story on an n8n, whichever, and has it judged. */
import { CREDENTIALS, type StoryItem } from './choices.mts';
import { Judge, type Execution, type Round, type Send } from './judge.mts';
import { itemsOf, type InCredential, type Setup, type Story } from './story.mts';

/** An execution as it ended. */
export interface Ended {
	id: string;
	status: string;
	/** All runs of the node that are saved with it, also those before a Retry. */
	rounds: Array<Pick<Round, 'error' | 'output'>>;
	/** What the service was sent meanwhile, in its order. */
	sends: Send[];
}

/** The n8n in which a story happens, and the service behind it. */
export interface Stage {
	/** What tells this story's items from those of others at the service. */
	order: string;
	addressOf: (credential: Setup['credential'], inCredential: InCredential) => string;
	/** What a person has changed inside of the credential `qa`. */
	changeCredential: (inCredential: InCredential) => Promise<void>;
	run: (story: Story, items: StoryItem[]) => Promise<Ended>;
	/** @param current The workflow as it is now, for a Retry with that. */
	retry: (executionId: string, current: Setup | undefined) => Promise<Ended>;
}

interface Past {
	ended: Ended;
	setup: Setup;
	/** Whether it came of a Retry that may be refused: then its own may be, too. */
	isTainted: boolean;
}

/** Resolves to what went wrong, and to how many executions there were. */
export async function play(
	story: Story,
	stage: Stage,
): Promise<{ complaints: string[]; executions: number }> {
	const items = itemsOf(story, stage.order);
	const judge = new Judge(items);
	const past: Past[] = [];
	let now = story.first;
	/** What the workflow was before each edit. */
	const versions: Setup[] = [];
	let inCredential: InCredential = { place: 'qa', token: 'old' };

	const tell = (
		ended: Ended,
		execution: Pick<Execution, 'setup' | 'isManual' | 'isOfOlder'>,
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
		past.push({ ended, setup: execution.setup, isTainted: execution.isOfOlder });
	};

	tell(
		await stage.run(story, items),
		{ setup: now, isManual: story.mode === 'manual', isOfOlder: false },
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
		tell(
			await stage.retry(chosen.ended.id, current),
			{
				setup: current ?? chosen.setup,
				isManual: false,
				isOfOlder: chosen.isTainted || of > 0,
			},
			// The run that failed is gone from what is saved, and made again.
			chosen.ended.rounds.filter(({ error }) => error === undefined).length,
		);
	}
	return { complaints: judge.complaints, executions: past.length };
}
