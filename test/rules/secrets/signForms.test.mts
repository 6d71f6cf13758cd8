import { MASK, maskText } from '../../../nodes/TriggerFlow/rules/secrets/mask';
import { HTML_NAMES, SIGNS, WAYS, makesItsOwnFinder } from './writings.mts';

beforeEach(makesItsOwnFinder);

/** In an order in which no two make up the number of another one: `%34` is a 4, and a 3 and a 4 as well. */
const ALL_SIGNS = SIGNS.map((_, at) => SIGNS[(37 * at) % SIGNS.length]).join('');

/** Each sign in one of them. */
const TOKENS = Array.from({ length: 12 }, (_, at) =>
	(ALL_SIGNS + ALL_SIGNS).slice(8 * at, 8 * at + 8),
);

/** Each way to write a sign, once. */
const ONCE = WAYS.filter(({ name }) => name.endsWith('0 times over'));

/** Some of the texts that do not become what is expected: there are thousands, too many for a test of each. */
function wrongOf(
	tokens: string[],
	textsOf: (token: string) => Iterable<[text: string, expected: string]>,
) {
	const wrong: unknown[] = [];
	for (const token of tokens) {
		for (const [text, expected] of textsOf(token)) {
			const shown = maskText(text, token);
			if (shown !== expected) wrong.push({ token, text, shown });
		}
	}
	return wrong.slice(0, 3);
}

test('HTML has the names that are looked for', () => {
	expect(HTML_NAMES.size).toBe(30);
	expect(HTML_NAMES.get('|')).toEqual(['verbar', 'vert', 'VerticalLine']);
});

test('each sign is found in each way to write it', () => {
	const wrong = wrongOf([...TOKENS, ALL_SIGNS], function* (token) {
		for (const { write } of WAYS) yield [`<|${write(token)}|>`, `<|${MASK}|>`];
	});
	expect(wrong).toEqual([]);
});

test('each sign is found in each way to write it, in any case', () => {
	const wrong = wrongOf(TOKENS, function* (token) {
		for (const { write } of WAYS) {
			yield [`<|${write(token).toUpperCase()}|>`, `<|${MASK}|>`];
			yield [`<|${write(token).toLowerCase()}|>`, `<|${MASK}|>`];
		}
	});
	expect(wrong).toEqual([]);
});

test('each sign is found beside others that are written in another way', () => {
	// The others have no end of their own: the next sign may look like the rest of one.
	const ways = ONCE.filter(({ name }) =>
		/^(percent,|old|\\[ux]|(hexa)?decimal with \d*,)/.test(name),
	);
	const wrong = wrongOf(TOKENS, function* (token) {
		for (const one of ways) {
			for (const other of ways) {
				const text = [...token]
					.map((sign, at) => (at % 2 === 0 ? one : other).write(sign))
					.join('');
				yield [`<|${text}|>`, `<|${MASK}|>`];
			}
		}
	});
	expect(wrong).toEqual([]);
});

test.each(['\0', '\0\0\0'])(
	'each sign is found with %j between the signs, as in UTF-16',
	(zeros) => {
		const wrong = wrongOf(TOKENS, function* (token) {
			for (const { write } of WAYS) {
				yield [`<|${[...write(token)].join(zeros)}|>`, `<|${MASK}|>`];
			}
		});
		expect(wrong).toEqual([]);
	},
);

test('each sign is found with zeros between the signs that are written out', () => {
	const percent = ['%00', '%2500', '%252500', '%25252500'];
	const zeros = ['\\u0000', '\\x00', ...percent, '&#0;', '&#00;', '&#000000000;'];
	const wrong = wrongOf(TOKENS, function* (token) {
		for (const { write } of ONCE) {
			for (const zero of zeros) {
				yield [`<|${[...token].map(write).join(zero)}|>`, `<|${MASK}|>`];
			}
		}
	});
	expect(wrong).toEqual([]);
});

test('what differs in one sign is left alone, in whatever way it is written', () => {
	const wrong = wrongOf(TOKENS, function* (token) {
		for (const { write } of WAYS) {
			for (let at = 0; at < token.length; at += 1) {
				// Each of them begins the other forms, and so is in the text in any case.
				if ('\\%&'.includes(token.charAt(at))) continue;
				// Never the same letter in the other case, nor one of Base64 for addresses.
				const other = String.fromCharCode(token.charCodeAt(at) ^ 1);
				const text = write(token.slice(0, at) + other + token.slice(at + 1));
				yield [`<|${text}|>`, `<|${text}|>`];
			}
		}
	});
	expect(wrong).toEqual([]);
});

test('what lacks its first or its last sign is left alone, in whatever way it is written', () => {
	const wrong = wrongOf(TOKENS, function* (token) {
		for (const { write } of WAYS) {
			for (const near of [token.slice(1), token.slice(0, -1)]) {
				yield [`< ${write(near)} >`, `< ${write(near)} >`];
			}
		}
	});
	expect(wrong).toEqual([]);
});

test.each([
	['a name that HTML does not have', '&exclam;ecret-1', '!ecret-1'],
	['a name of another sign', '&quest;ecret-1', '!ecret-1'],
	['a name without its &', 'excl;ecret-1', '!ecret-1'],
	['a number without its #', '&115;ecret-1', 'secret-1'],
	['a number without its &', '#115;ecret-1', 'secret-1'],
	['a decimal number as a hexadecimal one', '&#x115;ecret-1', 'secret-1'],
	['a hexadecimal number as a decimal one', '&#73;ecret-1', 'secret-1'],
	['a percent sign alone', '%ecret-1', '%25ecret-1'],
	['one digit', '%7ecret-1', 'secret-1'],
	['three digits', '\\u073ecret-1', 'secret-1'],
	['another page of Unicode', '\\u0173ecret-1', 'secret-1'],
	['an escape without its backslash', 'u0073ecret-1', 'secret-1'],
	['\\u{} that is not closed', '\\u{73ecret-1', 'secret-1'],
])('%s is left alone: %s', (_what, text, token) => {
	expect(maskText(`< ${text} >`, token)).toBe(`< ${text} >`);
});

test.each([
	['%25abcdefg', '%2525abcdefg'],
	['%25%25%2525', '%2525%2525%252525'],
	['%25252525-secret', '%2525252525252525-secret'],
	['a%25252525-secret', 'a%2525252525252525-secret'],
	['secret%2525', 'secret%25252525'],
	['secret%2525x', 'secret%25252525x'],
	['&amp;secret', '&amp;amp;secret'],
	['secret&amp;amp;x', 'secret&amp;amp;amp;x'],
	['secret&ampamp;x', 'secret&amp;ampamp;x'],
	['secret&amp;#38;x', 'secret&amp;amp;#38;x'],
])('of %s, the ends of a sign are not taken for the next sign: %s', (token, text) => {
	expect(maskText(`<${text}>`, token)).toBe(`<${MASK}>`);
});
