import { add, tallyOf, type Tally } from '../tools/checks.mts';

/** A step that has ended. */
export interface Step {
	title: string;
	isPassed: boolean;
}

/** A sequence of titled steps. Each step is one result. */
export class Scenario {
	tally: Tally = { passed: 0, failed: 0 };

	/** @param onFailure For example a screenshot. */
	constructor(private readonly onFailure: (title: string) => Promise<void> = async () => {}) {}

	/**
	 * Runs a step. After one that failed, the next steps still run.
	 *
	 * @param action May return a sentence that is printed below the title.
	 */
	async step(title: string, action: () => unknown): Promise<Step> {
		const step = { title, isPassed: true };
		try {
			const note = await action();
			console.log(`✔ ${title}${typeof note === 'string' ? `\n  ${note}` : ''}`);
		} catch (error) {
			step.isPassed = false;
			console.log(`✘ ${title}\n${error instanceof Error ? error.message : String(error)}`);
			await this.onFailure(title);
		}
		this.tally = add(this.tally, tallyOf(step.isPassed));
		return step;
	}

	/** Skips a step when the step that it needs has failed. That failure has been counted already. */
	after(...needed: Step[]): Pick<Scenario, 'step'> {
		const missing = needed.find(({ isPassed }) => !isPassed);
		if (missing === undefined) return this;
		return {
			step: async (title) => {
				console.log(`– ${title}\n  skipped: needs "${missing.title}"`);
				return await Promise.resolve({ title, isPassed: false });
			},
		};
	}
}
