const config = require('../../jest.config.js');

/**
 * The tests of one folder of rules, as its mutants meet them: Stryker runs them once for each. They
 * need no n8n.
 */
module.exports = {
	...config,
	rootDir: '../..',
	testMatch: [`<rootDir>/test/rules/${process.env.RULES_FOLDER ?? '**'}/*.test.mts`],
	globalSetup: undefined,
	globalTeardown: undefined,
	setupFiles: ['<rootDir>/tools/mutation/fastCheck.mts'],
};
