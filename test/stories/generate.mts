import fc from 'fast-check';

import { ANSWERS, CONTEXTS, CREDENTIALS, OPTIONS, SLUGS } from './choices.mts';
import type { Edit, InCredential, Setup, Step, Story } from './story.mts';

/** Retries of the node itself would take seconds. */
const NO_RETRIES = { maxRetries: 0 };

export const stories = (): fc.Arbitrary<Story> =>
	fc.record({
		items: items(),
		loopOver: mostly(undefined, [undefined, 1, 2], 4),
		first: setup(),
		steps: fc.array(steps(), { minLength: 1, maxLength: 4 }).map((all) => all.flat()),
	});

function items(): fc.Arbitrary<Story['items']> {
	const answers = keys(ANSWERS);
	// The first three come more often, because each has another outcome.
	const answer = fc.constantFrom(...answers.slice(0, 3), ...answers);
	const item = fc.record({
		isLikeTheOneBefore: mostly(false, [false, true], 5),
		answers: fc.array(answer, { maxLength: 3 }),
	});
	return fc.array(item, { minLength: 1, maxLength: 5 });
}

function setup(): fc.Arbitrary<Setup> {
	return fc.record({
		slug: mostly('one', keys(SLUGS)),
		context: fc.constantFrom('input', 'json', ...keys(CONTEXTS)),
		credential: mostly('qa', keys(CREDENTIALS)),
		options: fc
			.tuple(options(), mostly({}, [{ idempotencyKeyField: 'key' }]))
			.map((both): Setup['options'] => Object.assign({}, ...both)),
		onError: onError(),
		maxTries: mostly<Setup['maxTries']>(1, [1, 2, 3]),
		node: fc.constant<Setup['node']>('first'),
	});
}

/** One step, or two of which the second undoes the edit of the first. */
function steps(): fc.Arbitrary<Step[]> {
	const step = (edits: fc.Arbitrary<Edit[]>) =>
		fc.record({
			edits,
			retry: mostly<Step['retry']>('current', ['original', 'current']),
			of: mostly(0, [0, 1, 2], 4),
		});
	const withEdit = step(fc.tuple(edit()));
	return fc.oneof(
		{ weight: 3, arbitrary: fc.tuple(withEdit) },
		{ weight: 1, arbitrary: fc.tuple(step(fc.array(edit(), { maxLength: 2 }))) },
		{ weight: 2, arbitrary: fc.tuple(withEdit, step(fc.constant([{ undo: true }]))) },
	);
}

function edit(): fc.Arbitrary<Edit> {
	return fc.oneof(
		fc.record({ slug: fc.constantFrom('one', 'two', 'one, by expression', ...keys(SLUGS)) }),
		fc.record({
			context: fc.constantFrom('json, keys in another order', 'json', ...keys(CONTEXTS)),
		}),
		fc.record({ credential: fc.constantFrom(...keys(CREDENTIALS)) }),
		fc.record({ options: options() }),
		fc.record({
			options: fc.constantFrom({ ...NO_RETRIES, idempotencyKeyField: 'key' }, NO_RETRIES),
		}),
		fc.record({ onError: onError() }),
		fc.record({ maxTries: fc.constantFrom<Setup['maxTries']>(1, 2, 3) }),
		fc.record({ node: fc.constantFrom<Setup['node']>('replaced', 'replaced', 'first') }),
		fc.record({ undo: fc.constant(true as const) }),
		fc.record({
			inCredential: fc.oneof(
				fc.record({ token: fc.constantFrom<InCredential['token']>('new', 'old') }),
				fc.record({ place: fc.constantFrom<InCredential['place']>('qaMoved', 'qa') }),
			),
		}),
	);
}

/** Mostly Stop Workflow: such a story lasts longer, so it finds bugs that show up late. */
function onError(): fc.Arbitrary<Setup['onError']> {
	return mostly('stopWorkflow', ['continueRegularOutput', 'continueErrorOutput']);
}

function options(): fc.Arbitrary<Setup['options']> {
	const option = fc
		// These two concern starts, so they come more often.
		.constantFrom(...keys(OPTIONS), 'retryUnknown', 'idempotencyKeyField')
		.chain((name) =>
			fc.constantFrom(...(OPTIONS[name] ?? [])).map(({ written }) => ({ [name]: written })),
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
