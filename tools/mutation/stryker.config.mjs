import { fileURLToPath } from 'node:url';

/** A folder, such as `rules/answer`. Its mutants meet its own tests: quicker by far, and it stands for itself. */
const room = process.env.ROOM;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: [`nodes/TriggerFlow/${room}/**/*.ts`],
	thresholds: { high: 98, low: 95, break: 90 },
	testRunner: 'jest',
	jest: {
		config: {
			testMatch: [`<rootDir>/test/${room}/**/*.test.mts`],
			testEnvironment: fileURLToPath(new URL('environment.js', import.meta.url)),
			setupFiles: [fileURLToPath(new URL('fewerRuns.js', import.meta.url))],
			// A mutant that waits for ever is killed by it.
			testTimeout: 10_000,
		},
	},
	coverageAnalysis: 'perTest',
	// Each run of jest leaves an AsyncLocalStorage behind, and in Node 20 every promise visits all of
	// them: after 300 runs in one process a mutant takes ten times as long.
	maxTestRunnerReuse: 25,
	concurrency: 1,
	// In ms. The tests of a folder take about two seconds.
	timeoutMS: 5_000,
	timeoutFactor: 2,
	// Only what these tests read is copied.
	ignorePatterns: [
		'**',
		'!nodes/**/*.ts',
		'!test/rules/**',
		'!test/sending/**',
		'!test/parameters.mts',
		'!test/setup/*',
		'!stand-in/*.json',
		'!jest.config.js',
		'!package.json',
		'!tsconfig*.json',
	],
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { reportTests: false },
};
