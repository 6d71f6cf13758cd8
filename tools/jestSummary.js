/** Ends jest's report with the summary that `checks.mts` reads. A file that does not load is a failure. */
module.exports = class {
	onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		console.log(`\n${numPassedTests} passed, ${failed} failed`);
	}
};
