import type { ItemStart } from '../../../nodes/TriggerFlow/rules/starts/itemStart';
import { tellUntouched } from '../../../nodes/TriggerFlow/rules/starts/untouched';

const TOKEN = 'secret-token-12345';

const start = (untouched?: string[], environment = 'qa') =>
	({ kind: 'ready', untouched, credential: { environment, accessToken: TOKEN } }) as ItemStart;

test('nothing is said where nothing of the example is sent', () => {
	expect(tellUntouched([])).toBeUndefined();
	expect(tellUntouched([start(), start([], 'production')])).toBeUndefined();
});

test('what is sent of the example is named', () => {
	expect(tellUntouched([start(['session.email', 'name'])])).toEqual({
		message: "Still the example's value: session.email, name.",
		type: 'info',
	});
});

test('what goes to production is a warning', () => {
	expect(tellUntouched([start(['name']), start(['name'], 'production')])).toEqual({
		message: "Still the example's value: name.",
		type: 'warning',
	});
	expect(tellUntouched([start(['name']), start([], 'production')])).toEqual({
		message: "Still the example's value: name (1 of 2 items).",
		type: 'info',
	});
});

test('starts that ended are told of as well, and no name is the token', () => {
	const ready = start([`x ${TOKEN}`]);
	const told = tellUntouched([{ kind: 'answered', ready } as ItemStart])?.message;
	expect(told).toMatch(/^Still the example's value: x /);
	expect(told).not.toContain(TOKEN);
});
