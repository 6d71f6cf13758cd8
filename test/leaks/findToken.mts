/**
 * Finds a token in what a program has left behind, by undoing what may have been done to it, and not by a
 * pattern of what it may look like.
 */
import { decodeHTML } from 'entities';

/** How many times over something may have been encoded. */
const DEEPEST = 4;

/**
 * Where a token stands in some text or bytes: the surroundings of the first place, as they are once
 * everything around the token is decoded; `undefined` where it is nowhere.
 */
export function findToken(content: string | Buffer, token: string): string | undefined {
	for (const text of readings(content)) {
		const at = text.toLowerCase().indexOf(token.toLowerCase());
		if (at !== -1) return text.slice(Math.max(0, at - 60), at + token.length + 20);
	}
	return undefined;
}

function* readings(content: string | Buffer): Generator<string> {
	if (typeof content === 'string') return yield* decoded(content, DEEPEST);
	yield* decoded(content.toString('latin1'), DEEPEST);
	yield* decoded(content.toString('utf8'), 1);
}

function* decoded(text: string, depth: number): Generator<string> {
	yield text;
	if (depth === 0) return;
	for (const run of text.match(/[A-Za-z0-9+/_-]{11,}/g) ?? []) yield* fromBase64(run);
	const next = DECODERS.map((decode) => decode(text)).filter((other) => other !== text);
	for (const other of next) yield other;
	// One after another: each may have been done to what another one gave.
	const all = DECODERS.reduce((inner, decode) => decode(inner), text);
	if (all !== text) yield* decoded(all, depth - 1);
}

const DECODERS: Array<(text: string) => string> = [
	(text) => text.replaceAll('\0', ''),
	(text) => text.replaceAll(/%u?(?:00)?([\da-f]{2})/gi, fromHex).replaceAll('\0', ''),
	(text) =>
		text
			.replaceAll(/\\u\{0*([\da-f]{2})\}|\\u00([\da-f]{2})|\\x([\da-f]{2})/gi, fromHex)
			.replaceAll(/\\(.)/g, '$1'),
	decodeHTML,
];

function fromHex(_all: string, ...groups: Array<string | undefined>): string {
	const hex = groups.find((group) => typeof group === 'string' && /^[\da-f]{2}$/i.test(group));
	return String.fromCharCode(parseInt(hex ?? '', 16));
}

/** The run may begin anywhere within four characters, which stand for three. */
function* fromBase64(run: string): Generator<string> {
	for (let offset = 0; offset < 4; offset += 1) {
		yield Buffer.from(run.slice(offset), 'base64').toString('latin1').replaceAll('\0', '');
	}
}
