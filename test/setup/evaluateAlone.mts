/** With `npx jest … --setupFiles ./test/setup/evaluateAlone.mts`, n8n evaluates each expression alone, as if none could be joined. */
jest.mock('../../nodes/StartFlow/context/joinExpressions', () => ({
	...jest.requireActual<object>('../../nodes/StartFlow/context/joinExpressions'),
	toJoinable: () => undefined,
}));
