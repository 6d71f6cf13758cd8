import { emptyFieldsHint } from '../../../nodes/TriggerFlow/report/report';
import { refused, type ItemStart } from '../../../nodes/TriggerFlow/start/itemStart';
import { CREDENTIAL, ready } from '../../sending/modelService.mts';

const start = (...empty: string[]): ItemStart => ({ ...ready('a'), empty });

const notPrepared = refused('a', { outcome: 'notSent', message: 'm', description: 'd' });

test('nothing is said where every mapped field gave something', () => {
	expect(emptyFieldsHint([])).toBeUndefined();
	expect(emptyFieldsHint([start(), ready('a'), notPrepared])).toBeUndefined();
});

test('each mapped field that gave nothing is named with the number of items', () => {
	expect(emptyFieldsHint([start('email')])).toBe('Not sent: email was empty in 1 of 1 item');
	const starts = [start('session.plan', 'email'), start('email'), start(), notPrepared];
	expect(emptyFieldsHint(starts)).toBe(
		'Not sent: session.plan was empty in 1 of 3 items, email was empty in 2 of 3 items',
	);
});

test('starts that were made count as well', () => {
	const answer = { statusCode: 200, headers: {}, body: Buffer.alloc(0) };
	const made = { kind: 'answered', ready: start('email'), attempts: 1, answer } as ItemStart;
	expect(emptyFieldsHint([made])).toMatch(/email/);
});

test('of very many fields the first twelve are named, and the token in none', () => {
	const names = Array.from({ length: 20 }, (_, n) => `f${n}`);
	expect(emptyFieldsHint([start(...names)])).toMatch(/ f11 was empty in 1 of 1 item, 8 more$/);
	expect(emptyFieldsHint([start(`x ${CREDENTIAL.accessToken}`)])).toMatch(/ x \*\*\* was empty/);
});
