import {
	callsBackElsewhere,
	retriedBefore,
	savedByOldVersion,
} from '../../../nodes/TriggerFlow/rules/starts/refusedRetry';

const BY_HAND =
	'in the integration platform which flows have run, and run the workflow anew with the other items.';

test('an execution that was retried before names the one to go on with', () => {
	expect(retriedBefore('57', '58')).toEqual({
		outcome: 'unknown',
		message:
			'Execution 57 was retried before, as execution 58, so nothing was sent: the flow may have started there',
		description: `Look at execution 58. If it has failed, retry that one; if it went well, its output says what was started. In any other case, look ${BY_HAND}`,
	});
	expect(retriedBefore('57', undefined)).toEqual({
		outcome: 'unknown',
		message:
			'Execution 57 was retried before, as another execution, so nothing was sent: the flow may have started there',
		description: `Look at the newest execution of this workflow. If it has failed, retry that one; if it went well, its output says what was started. In any other case, look ${BY_HAND}`,
	});
});

test('a flow that calls another execution back is not started again', () => {
	expect(callsBackElsewhere('approve-1', '57')).toEqual({
		outcome: 'noCallback',
		message:
			'The flow "approve-1" was started in execution 57 and calls back there, so nothing was sent again',
		description:
			'Look in the integration platform what became of it before you start it again, so that it does not run twice. To start it again on purpose, run the workflow anew.',
	});
});

test('what an old version has saved is left to a person', () => {
	expect(savedByOldVersion()).toEqual({
		outcome: 'unknown',
		message:
			'An earlier version of the node has saved this execution, and its record of starts cannot be read any more: the flow may have started',
		description: `Look ${BY_HAND}`,
	});
});
