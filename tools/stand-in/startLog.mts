import type { Context } from './flows.mts';

export type Environment = 'production' | 'qa';

/** One start that the stand-in accepted. */
export interface LoggedStart {
	at: string;
	environment: Environment;
	slug: string;
	context: Context;
	/** Whether the caller went away before it had the whole answer. */
	isAbandoned?: boolean;
	/** The callbacks of its flow, with the answers to them. */
	callbacks: LoggedCallback[];
}

/** One callback of a flow, with all its attempts. */
export interface LoggedCallback {
	url: string;
	body: unknown;
	/** The answer to each attempt: a status with text, or why there was no answer. */
	attempts: string[];
	/** Whether it was accepted. Missing while the flow still retries. */
	isAccepted?: boolean;
}

/** Every accepted start, in order. */
export class StartLog {
	readonly starts: LoggedStart[] = [];

	add(start: Omit<LoggedStart, 'at' | 'callbacks'>): LoggedStart {
		const logged = { at: new Date().toISOString(), ...start, callbacks: [] };
		this.starts.push(logged);
		return logged;
	}

	/** Returns a function that lists the starts from now on. */
	watch(): () => LoggedStart[] {
		const from = this.starts.length;
		return () => this.starts.slice(from);
	}

	remove(start: LoggedStart): void {
		this.starts.splice(this.starts.indexOf(start), 1);
	}
}

export function toSlugAndContext({ slug, context }: LoggedStart): [slug: string, context: object] {
	return [slug, context];
}
