/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	testRunner: 'jest',
	jest: { configFile: 'tools/mutation/jest.config.js' },
	coverageAnalysis: 'perTest',
	// Each run of jest leaves an AsyncLocalStorage behind, and in Node 20 every promise visits all of
	// them: after 300 runs in one process a mutant takes ten times as long.
	maxTestRunnerReuse: 25,
	// In ms. The tests of a folder take about two seconds.
	timeoutMS: 5_000,
	timeoutFactor: 2,
	// Only what the tests of the rules read is copied.
	ignorePatterns: [
		'**',
		'!nodes/**/*.ts',
		'!test/rules/**',
		'!stand-in/*.json',
		'!tools/mutation/*',
		'!jest.config.js',
		'!package.json',
		'!tsconfig*.json',
	],
	allowEmpty: true,
};
