/** Finds a token in what a program has left behind, by decoding it. */
import { decodeHTML } from 'entities';

/**
 * Finds a token in text or bytes. Returns its surroundings, decoded, or `undefined` when it is nowhere. n8n saves
 * JSON within JSON, so each encoding is looked for behind that.
 */
export function findToken(content: string | Buffer, token: string): string | undefined {
	const saved = typeof content === 'string' ? content : content.toString('latin1');
	for (const text of repeatedly(fromJson, saved, 4)) {
		for (const decode of [fromPercent, decodeHTML]) {
			for (const decoded of repeatedly(decode, text, 2)) {
				const at = decoded.indexOf(token);
				if (at !== -1) return decoded.slice(Math.max(0, at - 60), at + token.length + 20);
			}
		}
		const found = fromBase64(text).find((decoded) => decoded.includes(token));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The text itself, decoded once, decoded twice and so on. */
function repeatedly(decode: (text: string) => string, text: string, times: number): string[] {
	const decoded = [text];
	for (let time = 0; time < times; time++) decoded.push(decode(decoded[time] as string));
	return decoded;
}

function fromJson(text: string): string {
	return text.replace(/\\(?:u00([\da-f]{2})|(.))/gi, (_all, hex?: string, character?: string) =>
		hex === undefined ? (character ?? '') : fromHex(hex),
	);
}

function fromPercent(text: string): string {
	return text.replace(/%([\da-f]{2})/gi, (_all, hex: string) => fromHex(hex));
}

function fromHex(hex: string): string {
	return String.fromCharCode(parseInt(hex, 16));
}

/** Each run of its characters, from each of four places: four characters are three bytes. */
function fromBase64(text: string): string[] {
	const runs = text.match(/[\w+/-]{11,}/g) ?? [];
	return runs.flatMap((run) =>
		[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
	);
}
