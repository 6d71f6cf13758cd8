import { add, tallyOf, type Tally } from '../../tools/ci/check.mts';

/** What a person does, step by step; each step is one result. */
export class Scenario {
	tally: Tally = { passed: 0, failed: 0 };

	/** What passed with less than elsewhere, one sentence each. */
	readonly notes: string[] = [];

	/** @param onFailure Such as a screenshot of what the person saw then. */
	constructor(private readonly onFailure: (step: string) => Promise<void>) {}

	/**
	 * Runs a step; a step that fails does not keep the next ones from being tried. One that checks
	 * what people get in place of what this n8n lacks says that in a sentence: its result.
	 */
	async step(title: string, action: () => unknown): Promise<void> {
		try {
			const note = await action();
			this.tally = add(this.tally, tallyOf(true));
			console.log(`✔ ${title}${typeof note === 'string' ? `\n  ${note}` : ''}`);
			if (typeof note === 'string') this.notes.push(note);
		} catch (error) {
			this.tally = add(this.tally, tallyOf(false));
			console.log(`✘ ${title}\n${error instanceof Error ? error.message : String(error)}`);
			await this.onFailure(title);
		}
	}
}
