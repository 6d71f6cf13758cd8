/**
 * Judges a story by what the service was sent and what n8n shows. It knows the public interface and
 * nothing of the code: a start is (address, slug, context, run index, item).
 */
import {
	CONTEXTS,
	meaningOf,
	SLUGS,
	type JsonObject,
	type Outcome,
	type StoryItem,
} from './choices.mts';
import { Groups } from './groups.mts';
import type { Setup } from './story.mts';

/** One execution of the story. */
export interface Execution {
	/** n8n's own id. */
	id: string;
	/** Its number in the story, from 1. */
	number: number;
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
	/** Whether its answer broke off, so that no output can show its id. */
	isBrokenOff?: boolean;
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

interface Sent extends Send {
	n: number;
	execution: Execution;
	source: string;
	contextJson: string;
	/** Whether it was allowed to be sent again, so that it no longer counts. */
	isGivenUp: boolean;
}

export class Judge {
	/** The violations of the rules, in words. */
	readonly complaints: string[] = [];

	private readonly sends: Sent[] = [];
	/** Groups of starts that count as the same start. */
	private readonly sameStarts = new Groups();

	constructor(private readonly items: StoryItem[]) {}

	/**
	 * @param sends The requests that the service read meanwhile, in order.
	 * @param rounds The rounds that this execution ran itself.
	 */
	judge(execution: Execution, sends: Send[], rounds: Round[], status: string): void {
		this.joinSameStarts(execution);
		for (const send of sends) this.judgeSend(send, execution);
		this.judgeOutput(execution, rounds, status);
	}

	private joinSameStarts(execution: Execution): void {
		for (const item of this.items) {
			const contextJson = expectedContext(item, execution);
			if (contextJson === undefined) continue;
			const start = `${item.n} ${execution.address} ${expectedSlug(item, execution)}`;
			this.sameStarts.join(`${start} ${contextJson}`, `${start} ${sourceOf(execution.setup)}`);
		}
	}

	private judgeSend(send: Send, execution: Execution): void {
		const n = send.context.n as number;
		const sent: Sent = {
			...send,
			n,
			execution,
			source: sourceOf(execution.setup),
			contextJson: canonical(withoutKey(send.context)),
			isGivenUp: false,
		};
		const item = this.itemsLike(n)[0];
		if (item === undefined) {
			this.complain(`${send.slug} was sent for no item: ${JSON.stringify(send.context)}`);
			return;
		}
		if (send.address !== execution.address) {
			this.complain(`${named(sent)} went to another address than the credential has`);
		}
		const slug = expectedSlug(item, execution);
		if (send.slug !== slug) {
			this.complain(`${named(sent)} was sent with another slug than the expected one, ${slug}`);
		}
		if (hasBadInput(item, execution)) {
			this.complain(`${named(sent)} was sent in spite of bad input`);
		}
		this.checkNotRepeated(sent);
		this.sends.push(sent);
		const start = `${n} ${sent.address} ${sent.slug}`;
		this.sameStarts.join(`${start} ${sent.contextJson}`, `${start} ${sent.source}`);
	}

	private judgeOutput(execution: Execution, rounds: Round[], status: string): void {
		const shown = new Set<string>();
		for (const round of rounds) {
			if (round.error === undefined) this.checkOutput(execution, round, shown);
			else this.checkError(execution, round, round.error);
		}
		const hasError = rounds.some(({ error }) => error !== undefined);
		if (hasError === (status === 'success')) {
			this.complain(`execution ${execution.number} ended as ${status}`);
		}
	}

	private checkNotRepeated(sent: Sent): void {
		const before = this.sends.filter((other) => !other.isGivenUp && areSame(sent, other));
		const unknown = before.find(({ outcome }) => outcome === 'unknown');
		if (unknown !== undefined && mayBeRepeated(sent)) unknown.isGivenUp = true;
		const counted = before.filter(mayHaveStarted);
		if (counted.length >= this.itemsLike(sent.n).length) {
			this.complain(`${named(sent)} was sent again after ${counted.at(-1)?.outcome}`);
		}
	}

	private checkError(execution: Execution, { items }: Round, error: string): void {
		if (execution.isRetryOfOlder) return;
		if (items.some((item) => hasBadInput(item, execution))) {
			const sent = this.sends.find((send) => send.execution === execution);
			// In a loop, earlier rounds may have sent their items.
			if (sent !== undefined && items.length === this.items.length) {
				this.complain(`${named(sent)} was sent before bad input stopped the run`);
			}
			return;
		}
		const isComplete = items.every((item) => this.isStarted(item, execution));
		if (isComplete) this.complain(`stopped although all was started: ${error}`);
	}

	private checkOutput(execution: Execution, round: Round, shown: Set<string>): void {
		for (const [index, item] of round.items.entries()) {
			const own = round.output.filter((output) => output.index === index);
			if (own.length !== 1) {
				this.complain(`item ${item.n} has ${own.length} items in a green run`);
				continue;
			}
			const json = own[0]?.json as JsonObject;
			const details = json.details as { outcome: string } | undefined;
			if (details === undefined) this.checkAnswer(execution, item, json, shown);
			else this.checkFailure(execution, item, details.outcome, String(json.error));
		}
	}

	/** Checks that an answer in the output belongs to a start that this item would make now. */
	private checkAnswer(
		execution: Execution,
		item: StoryItem,
		json: JsonObject,
		shown: Set<string>,
	): void {
		const [, id] = /"start\\*":\\*"([^"\\]*)/.exec(JSON.stringify(json)) ?? [];
		const what = `item ${item.n} is green in execution ${execution.number}`;
		if (id === undefined) {
			if (!this.sends.some((send) => send.n === item.n && send.isBrokenOff)) {
				this.complain(`${what} without an answer: ${JSON.stringify(json)}`);
			}
			return;
		}
		if (shown.has(id)) this.complain(`${what} with the answer of another item`);
		shown.add(id);
		const send = this.sends.find((candidate) => candidate.id === id);
		if (send?.n !== item.n) {
			this.complain(`${what} with an answer that is not its own, ${id}`);
		} else if (send.address !== execution.address) {
			this.complain(`${what}, but was started at ${send.address}, not at ${execution.address}`);
		} else if (!this.mayBeStartedBy(send, item, execution)) {
			this.complain(`${what}, but what was started is another start: ${named(send)}`);
		}
		if (hasBadInput(item, execution)) {
			this.complain(`${what} in spite of bad input`);
		}
	}

	/** Checks that the reported outcome of a failed start is true. */
	private checkFailure(
		execution: Execution,
		item: StoryItem,
		outcome: string,
		error: string,
	): void {
		const what = `item ${item.n} of execution ${execution.number} was reported as ${outcome}`;
		const isBad = hasBadInput(item, execution);
		const isSent = this.sends.some((send) => send.execution === execution && send.n === item.n);
		// The node sent nothing, so this execution does not know what the newer one did.
		if (execution.isRetryOfOlder && outcome === 'unknown' && !isSent) return;
		if (outcome === 'notSent') {
			if (isSent && this.itemsLike(item.n).length === 1) this.complain(`${what}, and was sent`);
			if (execution.isRetryOfOlder) return;
			if (!isBad) this.complain(`${what} without a reason: ${error}`);
			return;
		}
		if (isBad) this.complain(`${what} in spite of bad input: ${error}`);
		const candidates = this.sends.filter(
			(send) => send.n === item.n && this.mayBeStartedBy(send, item, execution),
		);
		if (!candidates.some((send) => send.outcome === outcome || send.isBrokenOff)) {
			this.complain(`${what}, but the service did not do so: ${error}`);
		}
		if (outcome === 'unknown' || this.itemsLike(item.n).length > 1) return;
		const uncertain = candidates.find(
			(send) => isSurely(send, item, execution) && mayHaveStarted(send),
		);
		if (uncertain !== undefined)
			this.complain(`${what}, but it may have started: ${uncertain.outcome}`);
	}

	private isStarted(item: StoryItem, execution: Execution): boolean {
		const answered = this.sends.filter(
			(send) =>
				send.n === item.n &&
				send.outcome === 'answered' &&
				!send.isBrokenOff &&
				isSurely(send, item, execution),
		);
		return answered.length >= this.itemsLike(item.n).length;
	}

	/** Whether a request counts as the start that the item would make now. */
	private mayBeStartedBy(send: Sent, item: StoryItem, execution: Execution): boolean {
		if (send.address !== execution.address) return false;
		if (send.slug !== expectedSlug(item, execution)) return false;
		const start = `${send.n} ${send.address} ${send.slug}`;
		return this.sameStarts.areJoined(
			`${start} ${send.contextJson}`,
			`${start} ${sourceOf(execution.setup)}`,
		);
	}

	private itemsLike(n: number): StoryItem[] {
		return this.items.filter((item) => item.n === n);
	}

	private complain(what: string): void {
		this.complaints.push(what);
	}
}

function named({ n, slug, address, context, execution }: Sent): string {
	return `item ${n} (${slug} at ${address}, ${JSON.stringify(context)}, execution ${execution.number})`;
}

function expectedSlug({ n }: StoryItem, { id, setup }: Execution): string {
	return SLUGS[setup.slug].value(n, id);
}

/** The context that the item gives now, with sorted keys. `undefined` when only n8n knows it. */
function expectedContext(item: StoryItem, { setup }: Execution): string | undefined {
	const context = CONTEXTS[setup.context].value(item);
	return context ? canonical(context) : undefined;
}

/** The parameters that a context is made from, as they are written. */
function sourceOf({ context }: Setup): string {
	return JSON.stringify(CONTEXTS[context].parameters);
}

/** Whether two requests are the same start by the public interface. */
function areSame(a: Sent, b: Sent): boolean {
	return (
		a.n === b.n &&
		a.address === b.address &&
		a.slug === b.slug &&
		(a.contextJson === b.contextJson || a.source === b.source)
	);
}

/** Whether a request is the same start as the one that the item would make now. */
function isSurely(send: Sent, item: StoryItem, execution: Execution): boolean {
	return (
		send.n === item.n &&
		send.address === execution.address &&
		send.slug === expectedSlug(item, execution) &&
		(send.source === sourceOf(execution.setup) ||
			send.contextJson === expectedContext(item, execution))
	);
}

function mayHaveStarted({ outcome, isGivenUp }: Sent): boolean {
	return outcome === 'answered' || (outcome === 'unknown' && !isGivenUp);
}

/** Whether the person has allowed to start this twice. */
function mayBeRepeated({ n, execution }: Sent): boolean {
	return meaningOf(execution.setup.options, 'retryUnknown', n) === true;
}

/** Whether this item cannot be sent. */
function hasBadInput(item: StoryItem, execution: Execution): boolean {
	const { setup } = execution;
	return (
		Object.keys(setup.options).some(
			(name) => meaningOf(setup.options, name, item.n) === 'invalid',
		) ||
		expectedSlug(item, execution) === '' ||
		CONTEXTS[setup.context].value(item) === null
	);
}

function withoutKey({ key: _key, ...context }: JsonObject): JsonObject {
	return context;
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_name, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}
