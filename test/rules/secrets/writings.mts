import { determineBranch, htmlDecodeTree } from 'entities/decode';
import { decodeHTMLStrict } from 'entities';

import { maskText } from '../../../nodes/TriggerFlow/rules/secrets/mask';

/** What a token may be of: every visible sign of ASCII. */
export const SIGNS = Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCharCode(0x21 + at));

/** The names that HTML has for each sign, as its own parsers know them. */
export const HTML_NAMES = new Map<string, string[]>();
for (const name of namesFrom(0, '')) {
	const sign = decodeHTMLStrict(`&${name};`);
	if (SIGNS.includes(sign)) HTML_NAMES.set(sign, [...(HTML_NAMES.get(sign) ?? []), name]);
}

/** All names below a node of the library's tree: the two highest bits of a node are the length of its value. */
function* namesFrom(node: number, name: string): Generator<string> {
	const current = htmlDecodeTree[node] ?? 0;
	const branchOf = (sign: string) =>
		determineBranch(htmlDecodeTree, current, node + Math.max(1, current >> 14), sign.charCodeAt(0));
	if (branchOf(';') >= 0) yield name;
	for (const sign of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
		const next = branchOf(sign);
		if (next >= 0) yield* namesFrom(next, name + sign);
	}
}

const code = (sign: string) => sign.charCodeAt(0);
const hex = (sign: string) => code(sign).toString(16);

/** One way to write each sign, and what writes the text that comes of it once more. */
type Writing = [name: string, write: (sign: string) => string, again: (text: string) => string];

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string) => text.replaceAll('&', '&amp;');
const inOldHtml = (text: string) => text.replaceAll('&', '&amp');

const nameOf = (sign: string, nth: number) => {
	const names = HTML_NAMES.get(sign);
	return names === undefined ? sign : `&${names[Math.min(nth, names.length - 1)]};`;
};

const WRITINGS: Writing[] = [
	['bare, as JSON', (sign) => sign, json],
	['percent', (sign) => `%${hex(sign)}`, encodeURIComponent],
	['percent of an address', encodeURIComponent, encodeURIComponent],
	['old percent', (sign) => `%u00${hex(sign)}`, encodeURIComponent],
	['\\u', (sign) => `\\u00${hex(sign)}`, json],
	['\\u{}', (sign) => `\\u{${hex(sign)}}`, json],
	['\\u{} with zeros', (sign) => `\\u{0000${hex(sign)}}`, json],
	['\\x', (sign) => `\\x${hex(sign)}`, json],
	['backslash', (sign) => `\\${sign}`, json],
	...['', '0', '000', '000000000'].flatMap((zeros): Writing[] => [
		[`decimal with ${zeros}`, (sign) => `&#${zeros}${code(sign)};`, inHtml],
		[`hexadecimal with ${zeros}`, (sign) => `&#x${zeros}${hex(sign)};`, inHtml],
		[`decimal with ${zeros} without ;`, (sign) => `&#${zeros}${code(sign)}`, inOldHtml],
		[`hexadecimal with ${zeros} without ;`, (sign) => `&#x${zeros}${hex(sign)}`, inOldHtml],
	]),
	...[0, 1, 2, 3].map((nth): Writing => [`name ${nth}`, (sign) => nameOf(sign, nth), inHtml]),
];

/** Each writing once, and three times over. */
export const WAYS = WRITINGS.flatMap(([name, write, again]) =>
	[0, 1, 2, 3]
		// JSON doubles its backslashes each time: of the third they are eight.
		.filter((times) => times < 3 || again !== json || name.startsWith('bare'))
		.map((times) => ({
			name: `${name}, ${times} times over`,
			write: (token: string) => {
				let text = [...token].map(write).join('');
				for (let time = 0; time < times; time += 1) text = again(text);
				return text;
			},
		})),
);

/** The finder of the last token is kept: a mutant of how one is made meets only the tests that make one. */
export const makesItsOwnFinder = () => void maskText('', 'the token of no test');
