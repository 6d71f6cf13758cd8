/**
 * What a person can choose in a story, and what each choice means by the public interface. Nothing
 * here uses the node's code.
 */
import type { INodeParameters } from 'n8n-workflow';

/** An item that reaches the node: the same in each execution of a story. */
export interface StoryItem {
	n: number;
	[field: string]: unknown;
}

export type JsonObject = Record<string, unknown>;

interface Slug {
	written: string;
	/** The evaluated slug. */
	value: (n: number, executionId: string) => string;
}

const FIRST = 'answers-as-asked-5j8w2c';
const SECOND = 'answers-as-asked-9k3r6t';

export const SLUGS = {
	one: { written: FIRST, value: () => FIRST },
	two: { written: SECOND, value: () => SECOND },
	'one, by expression': { written: "={{ 'answers-as-asked-' + '5j8w2c' }}", value: () => FIRST },
	'by item': {
		written: `={{ $json.n % 2 ? '${FIRST}' : '${SECOND}' }}`,
		value: (n) => (n % 2 ? FIRST : SECOND),
	},
	'execution id': { written: "={{ 'run-' + $execution.id }}", value: (_n, id) => `run-${id}` },
	'none for the first': {
		written: `={{ $json.n === 0 ? '' : '${FIRST}' }}`,
		value: (n) => (n === 0 ? '' : FIRST),
	},
} satisfies Record<string, Slug>;

interface Context {
	parameters: INodeParameters;
	/** The evaluated context. `undefined` when only n8n knows it, `null` for bad input. */
	value: (item: StoryItem) => JsonObject | undefined | null;
}

const written = (contextJson: string) => ({ contextMode: 'json', contextJson });

const plain = ({ n, answers, order }: StoryItem) => ({
	n,
	order,
	answers,
	more: { a: 1, b: [{ c: 1, d: 2 }] },
});

const COMMON = '"n": $json.n, "order": $json.order, "answers": $json.answers';

export const CONTEXTS = {
	input: { parameters: { contextMode: 'input' }, value: (item) => ({ ...item }) },
	json: {
		parameters: written(`={{ { ${COMMON}, "more": { "a": 1, "b": [{ "c": 1, "d": 2 }] } } }}`),
		value: plain,
	},
	'json, keys in another order': {
		parameters: written(`={{ { "more": { "b": [{ "d": 2, "c": 1 }], "a": 1 }, ${COMMON} } }}`),
		value: plain,
	},
	'the time': {
		parameters: written(`={{ { ${COMMON}, "at": $now.toISO() } }}`),
		value: () => undefined,
	},
	'not an object': { parameters: written('={{ [1, 2] }}'), value: () => null },
} satisfies Record<string, Context>;

/** The meaning of an option's value for an item. */
type Meaning = boolean | number | string | 'invalid';

export interface OptionValue {
	written: boolean | number | string;
	means: (n: number) => Meaning;
}

const value = (meaning: Exclude<Meaning, 'invalid'>): OptionValue => ({
	written: meaning,
	means: () => meaning,
});

const FALSE = value(false);

/** The values that a story may choose for each option. Equal ones are chosen more often. */
export const OPTIONS: Record<string, OptionValue[]> = {
	retryUnknown: [
		FALSE,
		FALSE,
		value(true),
		{ written: '={{ $json.n === 1 }}', means: (n) => n === 1 },
		{ written: "={{ 'maybe' }}", means: () => 'invalid' },
		{ written: "={{ $json.n === 1 ? 'maybe' : 1 > 2 }}", means: (n) => n === 1 && 'invalid' },
	],
	// Each retry within a run costs half a second of real time: few stories have one.
	maxRetries: [...Array.from({ length: 10 }, () => value(0)), value(1)],
	concurrency: [value(1), value(200)],
	idempotencyKeyField: [value('key'), value('')],
};

/** The credentials, and where each leads. */
export const CREDENTIALS = {
	qa: { place: 'qa', token: 'old' },
	'qa, another token': { place: 'qa', token: 'new' },
	'qa, another path': { place: 'qaPath', token: 'old' },
	production: { place: 'production', token: 'old' },
} as const;

/** The answers of the service, and the outcome of each for the start. */
export const ANSWERS = {
	'422': 'rejected',
	'500': 'unknown',
	'429': 'notStarted',
	'200': 'answered',
	'301': 'rejected',
	'503, Retry-After 0': 'notStarted',
	'reset when read': 'unknown',
	'200, with a field error': 'answered',
} as const;

export type Answer = keyof typeof ANSWERS;
export type Outcome = (typeof ANSWERS)[Answer];

/** The meaning of an option for an item. `undefined` when the option is not set. */
export function meaningOf(
	options: Record<string, OptionValue['written']>,
	name: string,
	n: number,
): Meaning | undefined {
	const written = options[name];
	if (written === undefined) return undefined;
	return OPTIONS[name]?.find((value) => value.written === written)?.means(n);
}
