import { checkNumbers } from '../../../nodes/TriggerFlow/rules/sending/checkNumbers';

const FINE = { concurrency: 1, maxRetries: 0, timeout: 1 };

test('the least of each is fine', () => {
	expect(() => checkNumbers(FINE)).not.toThrow();
});

test.each([
	['concurrency', 0, /Concurrency is the number 0, but has to be a number from 1/],
	['concurrency', NaN, /Concurrency is the number NaN/],
	['concurrency', Infinity, /Concurrency is the number Infinity/],
	['concurrency', undefined, /Concurrency is empty/],
	['maxRetries', -1, /Max Retries is the number -1, but has to be a number from 0/],
	['maxRetries', '3', /Max Retries is a text/],
	['timeout', 0, /Timeout is the number 0, but has to be a number from 1/],
])('%s: %p is refused by its name', (name, value, message) => {
	expect(() => checkNumbers({ ...FINE, [name]: value } as typeof FINE)).toThrow(message);
});
