/**
 * Ends jest's report with each failed test again, as the steps of other suites are shown, and with
 * the summary that `checks.mts` reads. A file that does not load is a failure.
 */
module.exports = class {
	onRunComplete(_, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
		for (const { testResults: tests, testExecError, testFilePath } of testResults) {
			if (testExecError) console.log(`✘ ${testFilePath}\n${testExecError.message}`);
			for (const { status, fullName, failureMessages } of tests) {
				if (status === 'failed') console.log(`✘ ${fullName}\n${failureMessages.join('\n')}`);
			}
		}
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		console.log(`\n${numPassedTests} passed, ${failed} failed`);
	}
};
