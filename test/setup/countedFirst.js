const Sequencer = require('@jest/test-sequencer').default;

/**
 * Lets `test/hostile` begin: what counts the steps of its work looks at all that its process has
 * loaded, which is soon the whole of n8n (3 minutes, in place of 13 s).
 */
module.exports = class extends Sequencer {
	sort(tests) {
		const isCounted = ({ path }) => path.includes('/test/hostile/');
		const sorted = super.sort(tests);
		return [...sorted.filter(isCounted), ...sorted.filter((test) => !isCounted(test))];
	}
};
