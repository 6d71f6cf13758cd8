import { hintsOf } from '../../../nodes/TriggerFlow/rules/starts/hints';
import type { MappingGaps } from '../../../nodes/TriggerFlow/rules/form/valuesFromInput';
import type { ItemStart } from '../../../nodes/TriggerFlow/rules/starts/itemStart';

const TOKEN = 'secret-token-12345';

const start = (
	own: { gaps?: MappingGaps; untouched?: string[]; emptied?: string[]; options?: object } = {},
	environment = 'qa',
): ItemStart =>
	({
		kind: 'ready',
		options: {},
		...own,
		credential: { environment, accessToken: TOKEN },
	}) as ItemStart;

const gaps = (notFound: string[], leftOut: string[] = []) => start({ gaps: { notFound, leftOut } });

const untouched = (names: string[], environment?: string) =>
	start({ untouched: names }, environment);

const messages = (...starts: ItemStart[]) => hintsOf(starts).map(({ message }) => message);

test('nothing is said where nothing was mapped automatically, or all fits', () => {
	expect(hintsOf([])).toEqual([]);
	expect(hintsOf([start(), gaps([])])).toEqual([]);
	expect(hintsOf([start(), untouched([], 'production')])).toEqual([]);
});

describe('Map Automatically', () => {
	test('fields without a value and fields that were left out are named', () => {
		expect(hintsOf([gaps(['session.plan', 'email'], ['id'])])).toEqual([
			{
				message:
					'Map Automatically found nothing in the input for session.plan, email. It left out of the input: id.',
				type: 'info',
			},
		]);
		expect(messages(gaps(['email']))).toEqual([
			'Map Automatically found nothing in the input for email.',
		]);
		expect(messages(gaps([], ['id']))).toEqual(['Map Automatically left out of the input: id.']);
	});

	test('what holds for some of the items only is counted', () => {
		expect(messages(gaps(['a', 'b']), gaps(['a']), gaps(['a']))).toEqual([
			'Map Automatically found nothing in the input for a, b (1 of 3 items).',
		]);
	});

	test('of very many names the first are told', () => {
		const names = Array.from({ length: 20 }, (_, n) => `f${n}`);
		expect(messages(gaps([], names))).toEqual([expect.stringMatching(/: f0, .*, f11, 8 more\.$/)]);
		expect(messages(gaps([], names.slice(0, 12)))).toEqual([
			expect.stringMatching(/: f0, .*, f10, f11\.$/),
		]);
	});
});

describe("the example's values", () => {
	test('what is sent of them is named', () => {
		expect(hintsOf([untouched(['session.email', 'name'])])).toEqual([
			{ message: "Still the example's value: session.email, name.", type: 'info' },
		]);
	});

	test('what goes to production is a warning', () => {
		expect(hintsOf([untouched(['name']), untouched(['name'], 'production')])).toEqual([
			{ message: "Still the example's value: name.", type: 'warning' },
		]);
		expect(hintsOf([untouched(['name']), untouched([], 'production')])).toEqual([
			{ message: "Still the example's value: name (1 of 2 items).", type: 'info' },
		]);
	});
});

describe('texts with nothing in them', () => {
	test('are named', () => {
		expect(hintsOf([start({ emptied: ['plan'] }, 'production'), start({ emptied: [] })])).toEqual([
			{
				message: 'Empty in the form: plan (1 of 2 items).',
				type: 'info',
			},
		]);
	});

	test('are not where they are left out', () => {
		const options = { leaveOutEmpty: true };
		expect(hintsOf([start({ emptied: ['plan'], options })])).toEqual([]);
	});
});

test.each<[string, ItemStart]>([
	['Empty', start({ emptied: [`x ${TOKEN}`] })],
	['Map Automatically', gaps([`x ${TOKEN}`])],
	['Map Automatically', gaps([], [`x ${TOKEN}`])],
	['Still', untouched([`x ${TOKEN}`])],
])('%s names no token, also of starts that ended', (beginning, ready) => {
	const [message, ...more] = messages(
		{ kind: 'answered', ready } as ItemStart,
		{
			kind: 'failed',
		} as ItemStart,
	);
	expect(more).toEqual([]);
	expect(message).toMatch(new RegExp(`^${beginning}.* x \\*\\*\\*\\.$`));
});
