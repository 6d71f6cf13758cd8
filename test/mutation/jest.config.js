const { join } = require('node:path');

/** For Stryker (see ../README.md): only the tests whose paths begin like the environment variable TESTS. */
const { testMatch: _, ...config } = require('../../jest.config.js');

module.exports = {
	...config,
	rootDir: join(__dirname, '..', '..'),
	testRegex: `test/(${process.env.TESTS}).*\\.test\\.mts$`,
	// The folder that they make is for engine tests.
	globalSetup: undefined,
	globalTeardown: undefined,
};
