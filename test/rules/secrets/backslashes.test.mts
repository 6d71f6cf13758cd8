import { MASK, maskText } from '../../../nodes/TriggerFlow/rules/secrets/mask';
import { WAYS, makesItsOwnFinder } from './writings.mts';

beforeEach(makesItsOwnFinder);

const run = (length: number) => '\\'.repeat(length);

test.each([
	[1, MASK],
	[7, MASK],
	[8, run(8) + MASK],
	[10, run(10) + MASK],
])(
	'in front of a token, %i backslashes are its first sign escaped, or none of it',
	(many, shown) => {
		expect(maskText(`${run(many)}secret-1`, 'secret-1')).toBe(shown);
		expect(maskText(`x${run(many)}secret-1`, 'secret-1')).toBe(`x${shown}`);
	},
);

test.each(['s', 'secret'])('behind %s, up to seven backslashes escape the next sign', (first) => {
	for (let many = 0; many <= 10; many += 1) {
		const text = `${first}${run(many)}-12345`;
		expect(maskText(text, `${first}-12345`)).toBe(many < 8 ? MASK : text);
	}
});

describe.each([1, 2, 4, 6])('a run of %i backslashes', (length) => {
	const tokensOf = (many: number) => [
		`${run(many)}secret-1`,
		`s${run(many)}ecret-1`,
		`secret${run(many)}-1`,
		`secret${run(many)}x41`,
		`secret-1${run(many)}`,
		`s${run(many)}e${run(many)}cret-1`,
	];

	test('is found in each way to write it', () => {
		for (const token of tokensOf(length)) {
			for (const { name, write } of WAYS) {
				// Bare, it is the escape of the sign behind it.
				if (/x41/.test(token) && /bare|backslash|name|address/.test(name)) continue;
				expect([token, name, maskText(`<|${write(token)}|>`, token)]).toEqual([
					token,
					name,
					`<|${MASK}|>`,
				]);
			}
		}
	});

	test('is found where there are more of them', () => {
		for (const more of [1, 2, 5, 20]) {
			for (const [at, token] of tokensOf(length).entries()) {
				if (/x41/.test(token)) continue;
				expect(maskText(`<|${tokensOf(length + more)[at]}|>`, token)).toBe(`<|${MASK}|>`);
			}
		}
	});

	test('is not found where there is one less', () => {
		const ways = WAYS.filter(({ name }) => /^(?!backslash).*, 0 times|percent,|decimal/.test(name));
		for (const [at, token] of tokensOf(length).entries()) {
			for (const { name, write } of ways) {
				const text = `<|${write(tokensOf(length - 1)[at] ?? '')}|>`;
				expect([token, name, maskText(text, token)]).toEqual([token, name, text]);
			}
		}
	});
});

test.each([
	['%5C\\secret', '%5C\\secret', MASK],
	['a\\a\\b-secret', 'a\\a\\a\\b-secret', `a${MASK}`],
	['x\\\\aaaa', 'a x%5Caaaa', 'a x%5Caaaa'],
	['x\\aaaa', 'a x%5Caaaa', `a ${MASK}`],
])('of backslashes, %s in %s', (token, text, shown) => {
	expect(maskText(text, token)).toBe(shown);
});
