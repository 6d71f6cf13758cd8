import fc from 'fast-check';

import { createMemory, parseMemory, type SavedMemory } from '../../../nodes/StartFlow/memory/saved';
import { rememberStarts } from '../../../nodes/StartFlow/memory/startMemory';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { EndedStart } from '../../../nodes/StartFlow/start/itemStart';
import { anyJson } from '../arbitraries.mts';
import { ready } from '../send/modelService.mts';
import { anyCut, anyReplacement, OTHER_VERSIONS, toPlain } from './damage.mts';

const CALLBACK = { id: 'id-1', limit: { ms: 1_000, words: '1 second' } };

const anyAnswered: fc.Arbitrary<EndedStart> = fc
	.record({
		slug: fc.string(),
		callback: fc.constantFrom(undefined, CALLBACK),
		attempts: fc.integer({ min: 1 }),
		statusCode: fc.integer({ min: 200, max: 299 }),
		header: fc.oneof(fc.string(), fc.array(fc.string())),
		body: fc.uint8Array({ maxLength: 50 }),
		missing: fc.constantFrom(undefined, 'unreadable' as const),
	})
	.map(({ slug, callback, attempts, statusCode, header, body, missing }) => ({
		kind: 'answered',
		ready: { ...ready(slug), callback },
		attempts,
		answer: declareMasked({
			statusCode,
			headers: { 'x-any': header },
			body: Buffer.from(body),
			missing,
		}),
		isFromPreviousRun: false,
	}));

const anyUncertain: fc.Arbitrary<EndedStart> = fc
	.record({
		attempts: fc.integer({ min: 1 }),
		message: fc.string(),
		statusCode: fc.constantFrom(undefined, 500),
	})
	.map(({ attempts, message, statusCode }) => ({
		kind: 'failed',
		ready: ready('a'),
		attempts,
		failure: declareMasked({ outcome: 'unknown', message, description: 'd', statusCode }),
		isFromPreviousRun: false,
	}));

/** What a run saves. An item that an earlier run started has several starts. */
const anyMemory: fc.Arbitrary<SavedMemory> = fc
	.record({
		firstExecutionId: fc.string(),
		lastSenderId: fc.string(),
		wasStartedByHand: fc.boolean(),
		wasCutOff: fc.boolean(),
		runs: fc.array(fc.array(fc.oneof(anyAnswered, anyUncertain), { maxLength: 4 }), {
			minLength: 1,
			maxLength: 3,
		}),
		roundIndex: fc.nat(3),
	})
	.map(({ runs, roundIndex, ...parts }) => {
		const memory = createMemory(parts);
		for (const starts of runs) {
			const previous = memory.startsByRound[roundIndex] ?? {};
			memory.startsByRound[roundIndex] = rememberStarts(starts, previous);
		}
		return memory;
	});

const OPTIONAL = new Set(['message', 'statusCode', 'missing']);

/** A whole round, item or header may be missing, and so may the optional properties of a start that is uncertain. */
function isRequired(path: readonly string[]): boolean {
	const [, , , , key] = path;
	if (path.length === 1) return true;
	return path.length === 5 && key !== undefined && !OPTIONAL.has(key);
}

describe('what any run saves', () => {
	test('is parsed to the same after n8n has saved it as JSON', () => {
		fc.assert(
			fc.property(anyMemory, (memory) => {
				expect(parseMemory(memory)).toBe(memory);
				expect(parseMemory(toPlain(memory))).toEqual(toPlain(memory));
			}),
		);
	});

	test('is not parsed if a required property is cut, at any depth', () => {
		const cut = anyMemory.chain((memory) => anyCut(memory, isRequired));
		fc.assert(
			fc.property(cut, (damaged) => {
				expect(parseMemory(damaged)).toBeUndefined();
			}),
		);
	});

	test('throws nothing, whatever stands in the place of one property', () => {
		const foreign = anyMemory.chain((memory) => anyReplacement(memory));
		fc.assert(
			fc.property(foreign, (damaged) => {
				expect(() => parseMemory(damaged)).not.toThrow();
			}),
			{ numRuns: 300 },
		);
	});

	test.each(OTHER_VERSIONS)('is not parsed with the version %j', (version) => {
		fc.assert(
			fc.property(anyMemory, (memory) => {
				expect(parseMemory({ ...memory, version })).toBeUndefined();
				expect(parseMemory(toPlain({ ...memory, version }))).toBeUndefined();
			}),
			{ numRuns: 20 },
		);
	});
});

test('the answer of a start needs its status', () => {
	const { answered } = saveOneOfEach();
	expect(parseWith(answered)).toBeDefined();
	expect(parseWith({ ...answered, statusCode: undefined })).toBeUndefined();
});

test.each([['notKept'], { toString: null }, 'other', null, 1])(
	'%j is no reason for a missing answer',
	(missing) => {
		expect(parseWith({ ...saveOneOfEach().answered, missing })).toBeUndefined();
	},
);

test.each([{ kind: 'other' }, { kind: undefined }, { attempts: 1.5 }, { attempts: '1' }])(
	'a start with %j is not parsed, of whichever kind it was',
	(changes) => {
		for (const start of Object.values(saveOneOfEach())) {
			expect(parseWith(start)).toBeDefined();
			expect(parseWith({ ...start, ...changes })).toBeUndefined();
		}
	},
);

test('is not parsed if it is any JSON, or anything else', () => {
	fc.assert(
		fc.property(fc.oneof(anyJson, fc.anything({ withNullPrototype: true })), (foreign) => {
			expect(parseMemory(foreign)).toBeUndefined();
		}),
		{ numRuns: 300 },
	);
});

test('is not parsed if it was saved before there were versions', () => {
	const old = {
		firstExecutionId: '1',
		lastSenderId: '1',
		wasStartedByHand: false,
		wasCutOff: false,
		startsByRound: {},
	};
	expect(parseMemory({ version: 1, ...old })).toBeDefined();
	expect(parseMemory(old)).toBeUndefined();
});

function saveOneOfEach() {
	const identity = { targetHash: 't', contextHash: 'c', sourceHash: 's', attempts: 1 };
	return {
		answered: { ...identity, kind: 'answered', statusCode: 200, headers: {}, body: '' },
		uncertain: { ...identity, kind: 'uncertain' },
		awaited: { ...identity, kind: 'awaited', slug: 'a' },
	};
}

function parseWith(start: object) {
	const parts = {
		firstExecutionId: '1',
		lastSenderId: '1',
		wasStartedByHand: false,
		wasCutOff: false,
	};
	return parseMemory({ ...createMemory(parts), startsByRound: { 0: { 0: [start] } } });
}
