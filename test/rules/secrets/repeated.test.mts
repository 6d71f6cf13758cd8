import { maskText } from '../../../nodes/TriggerFlow/rules/secrets/mask';
import { makesItsOwnFinder } from './writings.mts';

beforeEach(makesItsOwnFinder);

/** Every word of so many pieces, one behind the other. */
function allWords(pieces: string[], length: number): string {
	return Array.from({ length: pieces.length ** length }, (_, nth) =>
		[...nth.toString(pieces.length).padStart(length, '0')]
			.map((digit) => pieces[Number(digit)])
			.join(''),
	).join('');
}

const wordsOf = (signs: string[], length: number) =>
	allWords(signs, length).match(new RegExp(`.{${length}}`, 'g')) ?? [];

/** What begins like itself further on: a search that skips too much misses the second one. */
test.each([
	['bare', ['a', 'b'], 9, { a: 'a', b: 'b' }],
	['in any case', ['a', 'B', 'A'], 5, { a: 'a', b: 'b' }],
	['escaped or not', ['a', 'b', '\\a'], 5, { a: '\\\\?a', b: '\\\\?b' }],
	['percent-encoded or not', ['a', 'b', '%61'], 5, { a: '(?:a|%61)', b: 'b' }],
	['of Base64, or that for addresses', ['+', '-'], 9, { '+': '[+-]', '-': '[+-]' }],
	['of Base64, or that for addresses', ['/', '_'], 5, { '/': '[/_]', _: '[/_]' }],
])(
	'of two signs, %s, each token is found where a pattern of it is: %j',
	(_name, pieces, length, forms) => {
		const text = allWords(pieces, length);
		const signs = Object.entries<string>(forms);
		for (let many = 2; many <= 6; many += 1) {
			for (const token of wordsOf(Object.keys(forms), many)) {
				const pattern = [...token].map((sign) => signs.find(([one]) => one === sign)?.[1]).join('');
				const expected = text.replace(new RegExp(pattern, 'gi'), '***');
				expect(maskText(text, token) === expected ? '' : token).toBe('');
			}
		}
	},
);

/** Patterns that are tried and signs that are followed: of a token that repeats itself, not one for each place. */
describe('a token that repeats itself is searched for in steps that grow with the text alone', () => {
	const looks = { patterns: 0, signs: 0 };
	const { exec } = RegExp.prototype;
	const { charAt } = String.prototype;

	beforeEach(() => {
		Object.assign(looks, { patterns: 0, signs: 0 });
		RegExp.prototype.exec = function (this: RegExp, text: string) {
			looks.patterns += 1;
			return exec.call(this, text);
		};
		String.prototype.charAt = function (this: string, at: number) {
			looks.signs += 1;
			return charAt.call(this, at);
		};
	});

	afterEach(() => {
		RegExp.prototype.exec = exec;
		String.prototype.charAt = charAt;
	});

	test.each([
		['a', `${'a'.repeat(200)}b`],
		['ab', `${'ab'.repeat(100)}c`],
		['aab', `${'aab'.repeat(70)}aac`],
		['abcdefgh', `${'abcdefgh'.repeat(30)}abcdefg%`],
		['u', `${'u'.repeat(200)}b`],
	])('of %j', (unit, token) => {
		const text = unit.repeat(2_000);
		maskText('', token);
		Object.assign(looks, { patterns: 0, signs: 0 });
		expect(maskText(text, token)).toBe(text);
		const { patterns, signs } = looks;
		expect(signs).toBeLessThan(6 * text.length);
		expect(patterns).toBeLessThan(6 * text.length);
	});

	test('no pattern is tried where the signs are as they are', () => {
		const token = 'abcdefghijklmnopqrstuvwxyz0123456789';
		maskText('', token);
		Object.assign(looks, { patterns: 0, signs: 0 });
		expect(maskText(`${token} `.repeat(100), token)).toBe('*** '.repeat(100));
		expect(looks.patterns).toBeLessThan(1_000);
	});
});
