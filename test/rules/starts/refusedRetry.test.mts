import {
	callsBackElsewhere,
	retriedBefore,
	uncheckedRetry,
} from '../../../nodes/TriggerFlow/memory/startMemory';

test('a second Retry of an execution points to the newer one, or to the items that are left', () => {
	const { outcome, message, description } = retriedBefore('57');
	expect(outcome).toBe('unknown');
	expect(message).toMatch(/^Execution 57 was retried before, so nothing was sent/);
	expect(description).toMatch(/^Retry the newer execution.*stopped.*the items that are left\.$/);
});

test('where n8n could not tell, nothing is sent', () => {
	const { outcome, message, description } = uncheckedRetry('57', new Error('database is locked'));
	expect(outcome).toBe('notSent');
	expect(message).toMatch(/could not check whether execution 57 was retried/);
	expect(description).toContain('Technical reason: database is locked');
});

test('a flow that calls another execution back is not started again', () => {
	const { outcome, message, description } = callsBackElsewhere('approve-1', '57');
	expect(outcome).toBe('noCallback');
	expect(message).toMatch(/^The flow "approve-1" was started in execution 57 and calls back there/);
	expect(description).toMatch(/To start it again on purpose, run the workflow again\.$/);
});
