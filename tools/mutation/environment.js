const { TestEnvironment } = require('jest-environment-node');

/** Leaves a test file's further tests out once one has failed: the mutant is killed. */
module.exports = class extends TestEnvironment {
	hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_done') this.hasFailed ||= test.errors.length > 0;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
