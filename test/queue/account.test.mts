import { accountOf, brokenPromises, lostOf, type Evidence, type Execution } from './account.mts';

const NOT_STARTED = '127.0.0.1:1 refused the connection: the flow was not started';
const UNKNOWN = 'The connection to 127.0.0.1:1 broke off: the flow may have started';

/** One call, accepted, that n8n has run once; the flow has seen as many starts as there are keys. */
function oneCall(execution: Partial<Execution>, ...keys: string[]): Evidence {
	const saved = { id: '1', status: 'success', call: 1, message: null, ...execution };
	return {
		calls: [{ number: 1, isAccepted: true }],
		executions: [saved],
		runs: new Map([['1', 1]]),
		starts: keys.map((key) => ({ call: 1, execution: '1', key })),
	};
}

test.each([
	['a success with one start', oneCall({}, 'a')],
	['"was not started" without a start', oneCall({ status: 'error', message: NOT_STARTED })],
	['"may have started" without a start', oneCall({ status: 'error', message: UNKNOWN })],
	['"may have started" with one', oneCall({ status: 'error', message: UNKNOWN }, 'a')],
	['broken off by n8n after the start', oneCall({ status: 'crashed' }, 'a')],
])('%s keeps the promise', (_, evidence) => {
	expect(brokenPromises(evidence)).toEqual([]);
});

test.each([
	['a success without a start', oneCall({})],
	['a success with two starts', oneCall({}, 'a', 'a')],
	['"was not started" with a start', oneCall({ status: 'error', message: NOT_STARTED }, 'a')],
	['"may have started" with two', oneCall({ status: 'error', message: UNKNOWN }, 'a', 'a')],
	['broken off by n8n with two starts', oneCall({ status: 'crashed' }, 'a', 'b')],
])('%s breaks it', (_, evidence) => {
	expect(brokenPromises(evidence)).toHaveLength(1);
});

test('where uncertain starts are retried, one may be repeated, with the same key alone', () => {
	expect(brokenPromises(oneCall({}, 'a', 'a'), { mayRepeat: true })).toEqual([]);
	expect(brokenPromises(oneCall({}, 'a', 'b'), { mayRepeat: true })).toHaveLength(1);
});

test('what n8n runs twice may start twice, and counts as its own', () => {
	const evidence = { ...oneCall({}, 'a', 'a'), runs: new Map([['1', 2]]) };
	expect(brokenPromises(evidence)).toEqual([]);
	expect(accountOf(evidence)).toMatchObject({ duplicates: 1, recognised: 1, runAgain: 1 });
});

test('a call is lost when it was accepted and its flow never started', () => {
	expect(lostOf(oneCall({ status: 'crashed' }))).toBe(1);
	expect(lostOf(oneCall({ status: 'crashed' }, 'a'))).toBe(0);
	expect(lostOf({ ...oneCall({}), calls: [{ number: 1, isAccepted: false }] })).toBe(0);
});
