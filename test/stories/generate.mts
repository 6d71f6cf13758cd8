import fc from 'fast-check';

import {
	ANSWERS,
	CONTEXTS,
	CREDENTIALS,
	OPTIONS,
	SLUGS,
	WORKFLOW_NAMES,
	type Answer,
	type OptionValue,
} from './choices.mts';
import type { Edit, InCredential, Setup, Step, Story } from './story.mts';

/** Retries of the node itself would take seconds. */
const NO_RETRIES = { maxRetries: 0 };

/**
 * Half of the stories are orderly: they have no bad input, and the run stops on an error. They last longer,
 * so they find bugs that show up late. In the others, anything may happen.
 */
export function stories(): fc.Arbitrary<Story> {
	const orderly: Parts = {
		slugs: keys(SLUGS).filter((name) => !name.startsWith('none')),
		contexts: keys(CONTEXTS).filter((name) => name !== 'not an object'),
		options: optionsOf(({ means }) => means(0) !== 'invalid' && means(1) !== 'invalid'),
		onError: ['stopWorkflow'],
	};
	const wild: Parts = {
		slugs: keys(SLUGS),
		contexts: keys(CONTEXTS),
		options: optionsOf(() => true),
		onError: ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'],
	};
	return fc.oneof(storiesOf(orderly), storiesOf(wild));
}

function storiesOf(parts: Parts): fc.Arbitrary<Story> {
	return fc.record({
		items: items(),
		loopOver: mostly(undefined, [undefined, 1, 2], 4),
		first: setupOf(parts),
		steps: stepsOf(parts),
	});
}

interface Parts {
	slugs: ReadonlyArray<keyof typeof SLUGS>;
	contexts: ReadonlyArray<keyof typeof CONTEXTS>;
	options: fc.Arbitrary<Setup['options']>;
	onError: ReadonlyArray<Setup['onError']>;
}

function items(): fc.Arbitrary<Story['items']> {
	const answers = keys(ANSWERS);
	// The first three come more often, because each has another outcome.
	const answer = fc.constantFrom(...answers.slice(0, 3), ...answers);
	return listOf(
		fc.record({
			isLikeTheOneBefore: mostly(false, [false, true], 5),
			answers: fc.oneof(
				{ weight: 3, arbitrary: fc.constant<Answer[]>([]) },
				{ weight: 2, arbitrary: listOf(answer, 1, 1) },
				{ weight: 2, arbitrary: listOf(answer, 2, 3) },
			),
		}),
		1,
		5,
	);
}

function setupOf({ slugs, contexts, options, onError }: Parts): fc.Arbitrary<Setup> {
	return fc.record({
		slug: mostly('one', slugs),
		context: fc.constantFrom('input', 'json', ...contexts),
		credential: mostly('qa', keys(CREDENTIALS)),
		options: fc
			.tuple(options, mostly({}, [{ idempotencyKeyField: 'key' }]))
			.map((both): Setup['options'] => Object.assign({}, ...both)),
		onError: mostly('stopWorkflow', onError),
		maxTries: mostly<Setup['maxTries']>(1, [1, 2, 3]),
		name: fc.constant(WORKFLOW_NAMES[0]),
		node: fc.constant<Setup['node']>('first'),
	});
}

function stepsOf({ slugs, contexts, options, onError }: Parts): fc.Arbitrary<Step[]> {
	const inCredential: fc.Arbitrary<Edit> = fc.record({
		inCredential: fc.oneof(
			fc.record({ token: fc.constantFrom<InCredential['token']>('new', 'old') }),
			fc.record({ place: fc.constantFrom<InCredential['place']>('qaMoved', 'qa') }),
		),
	});
	const edit: fc.Arbitrary<Edit> = fc.oneof(
		fc.record({ slug: fc.constantFrom('one', 'two', 'one, by expression', ...slugs) }),
		fc.record({ context: fc.constantFrom(...contexts) }),
		fc.record({ context: fc.constantFrom('json, keys in another order', 'json') }),
		fc.record({ credential: fc.constantFrom(...keys(CREDENTIALS)) }),
		fc.record({ options }),
		fc.record({
			options: fc.constantFrom({ ...NO_RETRIES, idempotencyKeyField: 'key' }, NO_RETRIES),
		}),
		fc.record({ onError: fc.constantFrom(...onError) }),
		fc.record({ maxTries: fc.constantFrom<Setup['maxTries']>(1, 2, 3) }),
		fc.record({ name: fc.constantFrom(WORKFLOW_NAMES[1], WORKFLOW_NAMES[0]) }),
		fc.record({ node: fc.constantFrom<Setup['node']>('replaced', 'replaced', 'first') }),
		fc.record({ undo: fc.constant(true as const) }),
		inCredential,
	);
	const step = (edits: fc.Arbitrary<Edit[]>) =>
		fc.record({
			edits,
			retry: mostly<Step['retry']>('current', ['original', 'current']),
			of: mostly(0, [0, 1, 2], 4),
		});
	const steps = fc.oneof(
		{ weight: 3, arbitrary: listOf(step(listOf(edit, 1, 1)), 1, 1) },
		{ weight: 1, arbitrary: listOf(step(listOf(edit, 0, 2)), 1, 1) },
		// An edit that is undone later.
		{
			weight: 2,
			arbitrary: fc
				.tuple(step(listOf(edit, 1, 1)), step(fc.constant([{ undo: true }])))
				.map((both): Step[] => both),
		},
	);
	return listOf(steps, 1, 4).map((all) => all.flat());
}

/** Any element can be left out when fast-check looks for the smallest story. */
function listOf<T>(element: fc.Arbitrary<T>, minLength: number, maxLength: number) {
	return fc
		.array(fc.option(element, { nil: undefined, freq: 30 }), { minLength, maxLength })
		.map((list) => list.filter((one) => one !== undefined));
}

function optionsOf(isUsed: (value: OptionValue) => boolean): fc.Arbitrary<Setup['options']> {
	const option = fc
		// These two concern starts, so they come more often.
		.constantFrom(...keys(OPTIONS), 'retryUnknown', 'idempotencyKeyField')
		.chain((name) =>
			fc
				.constantFrom(...(OPTIONS[name] ?? []).filter(isUsed))
				.map(({ written }) => ({ [name]: written })),
		);
	return fc
		.array(option, { maxLength: 2 })
		.map((chosen): Setup['options'] => Object.assign({}, NO_RETRIES, ...chosen));
}

function keys<T extends object>(of: T): Array<keyof T> {
	return Object.keys(of) as Array<keyof T>;
}

/** Gives `simplest` most of the time, so that a story has few unusual values at once. */
function mostly<T>(simplest: T, all: readonly T[], weight = 2): fc.Arbitrary<T> {
	return fc.oneof(
		{ weight, arbitrary: fc.constant(simplest) },
		{ weight: 1, arbitrary: fc.constantFrom(...all) },
	);
}
