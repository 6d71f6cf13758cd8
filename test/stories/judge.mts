/**
 * Judges a story by what the service was sent and what n8n shows. It knows the public interface and
 * nothing of the code: a start is (address, slug, context, run index, item).
 */
import { inspect } from 'node:util';

import {
	CONTEXTS,
	meaningOf,
	SLUGS,
	type JsonObject,
	type Outcome,
	type StoryItem,
} from './choices.mts';
import type { Setup } from './story.mts';

/** One execution of the story. */
export interface Execution {
	/** n8n's own id. */
	id: string;
	/** The workflow that ran. Retry with the original workflow runs the one of the retried execution. */
	setup: Setup;
	/** The address in the selected credential at that time. */
	address: string;
	/** Whether there is a newer execution than the retried one, so that the node may refuse to send. */
	isRetryOfOlder: boolean;
}

/** One request that the service read, and what it did with it. */
export interface Send {
	/** The id in its answer. */
	id: string;
	address: string;
	slug: string;
	context: JsonObject;
	outcome: Outcome;
}

/** What n8n has saved of one run of the node: an error that stopped it, or its output. */
export interface Round {
	items: StoryItem[];
	/** The message and the description. */
	error?: string;
	output: Shown[];
}

/** An item of the output. */
export interface Shown {
	/** Which item of the round it belongs to. */
	index: number;
	json: JsonObject;
}

/** What tells starts apart. */
interface Start {
	n: number;
	address: string;
	slug: string;
	/** Shown with sorted keys. `undefined` when only n8n knows the context. */
	shownContext: string | undefined;
	/** The parameters that the context is made from, as they are written. */
	source: string;
	/** Whether the item cannot be sent. */
	isBad: boolean;
}

interface Sent extends Send, Start {
	shownContext: string;
	execution: Execution;
	/** Whether it was allowed to be sent again, so that it no longer counts. */
	isGivenUp: boolean;
}

export class Judge {
	/** The violations of the rules, in words. */
	readonly complaints: string[] = [];

	private readonly sends: Sent[] = [];
	/** The answers in the output of the execution that is judged. */
	private readonly shownIds = new Set<string>();
	/** What each start is known by, in a group for all that count as the same start. */
	private groups: Array<Set<string>> = [];

	constructor(private readonly items: StoryItem[]) {}

	/**
	 * @param sends The requests that the service read meanwhile, in order.
	 * @param rounds The rounds that this execution ran itself.
	 */
	judge(execution: Execution, sends: Send[], rounds: Round[]): void {
		for (const item of this.items) this.joinSameStarts(startOf(item, execution));
		for (const send of sends) this.judgeSend(send, execution);
		this.shownIds.clear();
		for (const round of rounds) {
			if (round.error === undefined) this.checkOutput(execution, round);
			else this.checkError(execution, round, round.error);
		}
	}

	private joinSameStarts(start: Start): void {
		if (start.shownContext === undefined) return;
		const names = [byContext(start), bySource(start)];
		const same = this.groups.filter((group) => names.some((name) => group.has(name)));
		const joined = new Set([...names, ...same.flatMap((group) => [...group])]);
		this.groups = [...this.groups.filter((group) => !same.includes(group)), joined];
	}

	private judgeSend(send: Send, execution: Execution): void {
		const n = send.context.n as number;
		const expected = startOf(this.itemsLike(n)[0] as StoryItem, execution);
		const { key: _key, ...context } = send.context;
		const shownContext = canonical(context);
		const sent: Sent = { ...expected, ...send, shownContext, execution, isGivenUp: false };
		if (sent.address !== expected.address || sent.slug !== expected.slug) {
			this.complaints.push(
				`${named(sent)} went elsewhere than to ${expected.slug} at ${expected.address}`,
			);
		}
		if (sent.isBad) this.complaints.push(`${named(sent)} was sent in spite of bad input`);
		this.checkNotRepeated(sent);
		this.sends.push(sent);
		this.joinSameStarts(sent);
	}

	private checkNotRepeated(sent: Sent): void {
		const before = this.sends.filter((other) => !other.isGivenUp && areSame(sent, other));
		const unknown = before.find(({ outcome }) => outcome === 'unknown');
		const mayBeRepeated = meaningOf(sent.execution.setup.options, 'retryUnknown', sent.n) === true;
		if (unknown !== undefined && mayBeRepeated) unknown.isGivenUp = true;
		const counted = before.filter(mayHaveStarted);
		if (counted.length >= this.itemsLike(sent.n).length) {
			this.complaints.push(`${named(sent)} was sent again after ${counted.at(-1)?.outcome}`);
		}
	}

	private checkError(execution: Execution, { items }: Round, error: string): void {
		if (execution.isRetryOfOlder) return;
		const starts = items.map((item) => startOf(item, execution));
		if (starts.some(({ isBad }) => isBad)) {
			const sent = this.sends.find((send) => send.execution === execution);
			// In a loop, earlier rounds may have sent their items.
			if (sent !== undefined && items.length === this.items.length) {
				this.complaints.push(`${named(sent)} was sent before bad input stopped the run`);
			}
			return;
		}
		const isComplete = starts.every((start) => this.isStarted(start));
		if (isComplete) this.complaints.push(`stopped although all was started: ${error}`);
	}

	private checkOutput(execution: Execution, round: Round): void {
		for (const [index, item] of round.items.entries()) {
			const own = round.output.filter((output) => output.index === index);
			if (own.length !== 1) {
				this.complaints.push(`item ${item.n} has ${own.length} items in a green run`);
				continue;
			}
			const json = own[0]?.json as JsonObject;
			const details = json.details as { outcome: string } | undefined;
			const start = startOf(item, execution);
			if (details === undefined) this.checkAnswer(execution, start, json);
			else this.checkFailure(execution, start, details.outcome, String(json.error));
		}
	}

	/** Checks that an answer in the output belongs to a start that this item would make now. */
	private checkAnswer(execution: Execution, start: Start, json: JsonObject): void {
		const [, id] = /"start\\*":\\*"([^"\\]*)/.exec(JSON.stringify(json)) ?? [];
		const what = `item ${start.n} is green in execution ${execution.id}`;
		if (id === undefined) {
			this.complaints.push(`${what} without an answer: ${JSON.stringify(json)}`);
			return;
		}
		if (this.shownIds.has(id)) this.complaints.push(`${what} with the answer of another item`);
		this.shownIds.add(id);
		const send = this.sends.find((candidate) => candidate.id === id);
		if (send === undefined || !this.mayBe(send, start)) {
			this.complaints.push(
				`${what}, but what was started is another start: ${send ? named(send) : id}`,
			);
		}
		if (start.isBad) this.complaints.push(`${what} in spite of bad input`);
	}

	/** Checks that the reported outcome of a failed start is true. */
	private checkFailure(execution: Execution, start: Start, outcome: string, error: string): void {
		const { n, isBad } = start;
		const isAlone = this.itemsLike(n).length === 1;
		const what = `item ${n} of execution ${execution.id} was reported as ${outcome}`;
		const isSent = this.sends.some((send) => send.execution === execution && send.n === n);
		// The node sent nothing, so this execution does not know what the newer one did.
		if (execution.isRetryOfOlder && outcome === 'unknown' && !isSent) return;
		if (outcome === 'notSent') {
			if (isSent && isAlone) this.complaints.push(`${what}, and was sent`);
			if (execution.isRetryOfOlder) return;
			if (!isBad) this.complaints.push(`${what} without a reason: ${error}`);
			return;
		}
		if (isBad) this.complaints.push(`${what} in spite of bad input: ${error}`);
		const candidates = this.sends.filter((send) => this.mayBe(send, start));
		if (!candidates.some((send) => send.outcome === outcome)) {
			this.complaints.push(`${what}, but the service did not do so: ${error}`);
		}
		if (outcome === 'unknown' || !isAlone) return;
		const uncertain = candidates.find((send) => areSame(send, start) && mayHaveStarted(send));
		if (uncertain !== undefined) {
			this.complaints.push(`${what}, but it may have started: ${uncertain.outcome}`);
		}
	}

	private isStarted(start: Start): boolean {
		const answered = this.sends.filter(
			(send) => send.outcome === 'answered' && areSame(send, start),
		);
		return answered.length >= this.itemsLike(start.n).length;
	}

	/** Whether what was sent may count as this start, also by what was the same start in between. */
	private mayBe(send: Sent, start: Start): boolean {
		const names = [bySource(send), bySource(start)];
		return this.groups.some((group) => names.every((name) => group.has(name)));
	}

	private itemsLike(n: number): StoryItem[] {
		return this.items.filter((item) => item.n === n);
	}
}

function named({ n, slug, address, context, execution }: Sent): string {
	return `item ${n} (${slug} at ${address}, ${JSON.stringify(context)}, execution ${execution.id})`;
}

/** The start that the item makes in this execution. */
function startOf(item: StoryItem, { id, address, setup }: Execution): Start {
	const { n } = item;
	const { parameters, value } = CONTEXTS[setup.context];
	const context = value(item);
	const slug = SLUGS[setup.slug].value(n, id);
	const meanings = Object.keys(setup.options).map((name) => meaningOf(setup.options, name, n));
	return {
		n,
		address,
		slug,
		shownContext: context ? canonical(context) : undefined,
		source: JSON.stringify(parameters),
		isBad: slug === '' || context === null || meanings.includes('invalid'),
	};
}

const byContext = ({ n, address, slug, shownContext }: Start) =>
	`${n} ${address} ${slug} ${shownContext}`;

const bySource = ({ n, address, slug, source }: Start) => `${n} ${address} ${slug} ${source}`;

/** Whether two starts are the same by the public interface. */
function areSame(a: Start, b: Start): boolean {
	const haveSameContext = a.shownContext !== undefined && byContext(a) === byContext(b);
	return haveSameContext || bySource(a) === bySource(b);
}

function mayHaveStarted({ outcome, isGivenUp }: Sent): boolean {
	return outcome === 'answered' || (outcome === 'unknown' && !isGivenUp);
}

function canonical(value: unknown): string {
	return inspect(value, { sorted: true, depth: Infinity });
}
