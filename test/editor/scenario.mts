import { add, tallyOf, type Tally } from '../../tools/checks.mts';

/** How a step ended, for those that build on it. */
export interface Step {
	/** The step to look at when it has not passed: this one, or the first one that this one needs. */
	failedAt?: string;
}

/** What a person does, step by step; each step is one result. */
export class Scenario {
	tally: Tally = { passed: 0, failed: 0 };

	/** What passed with less than elsewhere, one sentence each. */
	readonly notes: string[] = [];

	/** All steps so far. */
	readonly steps: Step[] = [];

	/** @param onFailure Such as a screenshot of what the person saw then. */
	constructor(private readonly onFailure: (step: string) => Promise<void>) {}

	/**
	 * Runs a step; a step that fails does not keep the next ones from being tried. One that checks
	 * what people get in place of what this n8n lacks says that in a sentence: its result.
	 */
	async step(title: string, action: () => unknown): Promise<Step> {
		const step: Step = {};
		this.steps.push(step);
		try {
			const note = await action();
			this.tally = add(this.tally, tallyOf(true));
			console.log(`✔ ${title}${typeof note === 'string' ? `\n  ${note}` : ''}`);
			if (typeof note === 'string') this.notes.push(note);
		} catch (error) {
			step.failedAt = title;
			this.tally = add(this.tally, tallyOf(false));
			console.log(`✘ ${title}\n${error instanceof Error ? error.message : String(error)}`);
			await this.onFailure(title);
		}
		return step;
	}

	/**
	 * For a step that cannot work unless all of `needed` have: without them it is not run and is no
	 * result, because the failure is counted where it happened.
	 */
	after(...needed: Step[]): Pick<Scenario, 'step'> {
		if (!needed.every((step) => this.steps.includes(step))) {
			throw new Error('A step can need only steps of its own scenario: their failures are counted');
		}
		const missing = needed.find(({ failedAt }) => failedAt !== undefined)?.failedAt;
		return { step: async (title, action) => await this.stepUnless(missing, title, action) };
	}

	private async stepUnless(
		missing: string | undefined,
		title: string,
		action: () => unknown,
	): Promise<Step> {
		if (missing === undefined) return await this.step(title, action);
		console.log(`– ${title}\n  not run: needs '${missing}'`);
		const step: Step = { failedAt: missing };
		this.steps.push(step);
		return step;
	}
}
