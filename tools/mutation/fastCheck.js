const { default: fc } = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

/** Few mutants need more, and each survivor would wait for all of them. */
const MOST_RUNS = 50;

/**
 * fast-check as the mutants meet it: the same values for each of them and in every run, and no
 * search for a smaller example, which nobody reads.
 */
const assert = (property, options) =>
	fc.assert(property, {
		...options,
		seed: 1,
		endOnFailure: true,
		numRuns: Math.min(options?.numRuns ?? 100, MOST_RUNS),
	});

module.exports = { __esModule: true, default: { ...fc, assert } };
