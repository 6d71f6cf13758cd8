const { TestEnvironment } = require('jest-environment-node');

/** The number that Stryker gave to the last mutant that was killed. */
let killed;

/** Once a test has failed, the mutant is killed, and the further tests of all files are left out. */
module.exports = class extends TestEnvironment {
	handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_done' && test.errors.length > 0) killed = mutant;
		if (name === 'test_start' && killed === mutant) test.mode = 'skip';
	}
};
