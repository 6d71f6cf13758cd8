import { clock } from '../../../nodes/StartFlow/n8n/waiting';

test('the time goes forward while somebody sets the clock of the machine back', () => {
	const before = clock.now();
	const date = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(date - 600_000);
	expect(clock.now()).toBeGreaterThanOrEqual(before);
	expect(clock.getDate()).toBe(date - 600_000);
	jest.restoreAllMocks();
});
