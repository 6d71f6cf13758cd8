import type { ItemStart } from '../../../nodes/TriggerFlow/rules/starts/itemStart';
import { tellGaps, type MappingGaps } from '../../../nodes/TriggerFlow/rules/starts/mappingGaps';

const TOKEN = 'secret-token-12345';

const start = (gaps?: MappingGaps) =>
	({ kind: 'ready', gaps, credential: { accessToken: TOKEN } }) as ItemStart;

const gaps = (notFound: string[], leftOut: string[] = []) => start({ notFound, leftOut });

test('nothing is said where nothing was mapped automatically, or all fits', () => {
	expect(tellGaps([])).toBeUndefined();
	expect(tellGaps([start(), gaps([])])).toBeUndefined();
});

test('fields without a value and fields that were left out are named', () => {
	expect(tellGaps([gaps(['session.plan', 'email'], ['id'])])).toBe(
		'Map Automatically found nothing in the input for session.plan, email. It left out of the input: id.',
	);
	expect(tellGaps([gaps(['email'])])).toBe(
		'Map Automatically found nothing in the input for email.',
	);
	expect(tellGaps([gaps([], ['id'])])).toBe('Map Automatically left out of the input: id.');
});

test('what holds for some of the items only is counted', () => {
	expect(tellGaps([gaps(['a', 'b']), gaps(['a']), gaps(['a'])])).toBe(
		'Map Automatically found nothing in the input for a, b (1 of 3 items).',
	);
});

test('starts that ended are told of as well', () => {
	const ready = gaps(['a']);
	expect(tellGaps([{ kind: 'failed', ready } as ItemStart, { kind: 'failed' } as ItemStart])).toBe(
		'Map Automatically found nothing in the input for a.',
	);
});

test('of very many names the first are told, and no name is the token', () => {
	const names = Array.from({ length: 20 }, (_, n) => `f${n}`);
	expect(tellGaps([gaps([], names)])).toMatch(/: f0, .*, f11, 8 more\.$/);
	expect(tellGaps([gaps([], [`x ${TOKEN}`])])).not.toContain(TOKEN);
});
