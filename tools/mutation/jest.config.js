const config = require('../../jest.config.js');

/**
 * The tests of one folder of rules, as its mutants meet them: Stryker runs them once for each. They
 * need no n8n.
 */
module.exports = {
	...config,
	rootDir: '../..',
	testMatch: [`<rootDir>/test/rules/${process.env.RULES_FOLDER ?? '**'}/*.test.mts`],
	// A mutant that waits for ever is killed by it.
	testTimeout: 10_000,
	globalSetup: undefined,
	globalTeardown: undefined,
	testEnvironment: require.resolve('./environment.js'),
	moduleNameMapper: { '^fast-check$': '<rootDir>/tools/mutation/fastCheck.js' },
};
