import { parseOperation } from '../../nodes/StartFlow/operation';
import { refusalOf } from './refusal.mts';

test.each(['', 'Start', '__CUSTOM_API_CALL__', null, ['preview']])('refuses %p', (value) => {
	const { message, description } = refusalOf(() => parseOperation(value));
	expect(message).toBe('Operation has an unknown value');
	expect(description).toBe('Choose one of its options.');
});
