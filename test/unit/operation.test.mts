import { parseOperation, toolDescription } from '../../nodes/StartFlow/operation';
import { refusalOf } from './refusal.mts';

test.each(['start', 'startAndWait', 'preview'] as const)('accepts %s', (operation) => {
	expect(parseOperation(operation)).toBe(operation);
});

test('Start is the default', () => {
	expect(parseOperation(undefined)).toBe('start');
});

test.each(['', 'Start', '__CUSTOM_API_CALL__', null, ['preview']])('refuses %p', (value) => {
	const { message, description } = refusalOf(() => parseOperation(value));
	expect(message).toBe('Operation has an unknown value');
	expect(description).toBe('Choose one of its options.');
});

test('a model reads when to call the tool, and when never to repeat a call', () => {
	expect(toolDescription.default).toMatch(
		/Call it once for each thing .*not .* to try something out.*Never repeat a call whose flow may have/,
	);
});
