import { add, tallyOf, type Tally } from '../../tools/ci/check.mts';

/** What a person does, step by step; each step is one result. */
export class Scenario {
	tally: Tally = { passed: 0, failed: 0 };

	/** @param onFailure Such as a screenshot of what the person saw then. */
	constructor(private readonly onFailure: (step: string) => Promise<void>) {}

	/** Runs a step; a step that fails does not keep the next ones from being tried. */
	async step(title: string, action: () => Promise<void>): Promise<void> {
		try {
			await action();
			this.tally = add(this.tally, tallyOf(true));
			console.log(`✔ ${title}`);
		} catch (error) {
			this.tally = add(this.tally, tallyOf(false));
			console.log(`✘ ${title}\n${error instanceof Error ? error.message : String(error)}`);
			await this.onFailure(title);
		}
	}
}
