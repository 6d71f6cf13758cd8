import { Session } from 'node:inspector';

/**
 * Counts how much work something is, in steps: unlike time the same number on every machine. A step is a
 * block of code that runs (counted by V8), or a character that a pattern looks at.
 *
 * What V8 does by itself is no step: a pattern that goes back and forth within its match, a text that is
 * copied, `URL`. `bench/hostile` takes the time of that.
 */
export class StepCounter {
	private readonly session = new Session();

	private readonly exec = RegExp.prototype.exec;

	private looked = 0;

	constructor() {
		this.session.connect();
		this.session.post('Profiler.enable');
		this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		const count = (steps: number) => (this.looked += steps);
		const { exec } = this;
		// Whatever uses a pattern (`replace`, `split`, `test`, …) calls this.
		RegExp.prototype.exec = function (this: RegExp, text: string) {
			const from = this.global || this.sticky ? this.lastIndex : 0;
			const match = exec.call(this, text);
			if (match !== null) count(match.index + match[0].length - from);
			else count(this.sticky ? 1 : String(text).length - from);
			return match;
		};
	}

	count(work: () => unknown): number {
		this.blocks();
		this.looked = 0;
		work();
		return this.looked + this.blocks();
	}

	close(): void {
		RegExp.prototype.exec = this.exec;
		this.session.disconnect();
	}

	/** Those that have run since it was asked for the last time. */
	private blocks(): number {
		let sum = 0;
		this.session.post('Profiler.takePreciseCoverage', (error, taken) => {
			if (error !== null) throw error;
			for (const { functions } of taken.result) {
				for (const { ranges } of functions) for (const { count } of ranges) sum += count;
			}
		});
		return sum;
	}
}
