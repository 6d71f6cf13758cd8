/** Answers of a service that sends a token back: in each part of an answer, in each promised encoding. */
import { gzipSync } from 'node:zlib';

import { encodeHTML, escapeUTF8 } from 'entities';

/** A token with all characters that encodings change. */
export const HARD_TOKEN = `q"w\\e'r&t%y#u/i?o=p;a:s,d[1]2|3~4+5`;

type Encode = (text: string) => string;

const each =
	(characters: RegExp, write: (character: string, code: number) => string): Encode =>
	(text) =>
		text.replace(characters, (character) => write(character, character.charCodeAt(0)));

const SPECIAL = /[^A-Za-z0-9]/g;

const hex = (code: number) => code.toString(16);
const inJson: Encode = (text) => JSON.stringify(text).slice(1, -1);

/** The encodings as common libraries write them. */
export const ESCAPES: Record<string, Encode> = {
	'percent-encoded': encodeURIComponent,
	'percent-encoded in lower case': each(SPECIAL, (_, code) => `%${hex(code)}`),
	'percent-encoded as in a form': (text) => new URLSearchParams({ a: text }).toString().slice(2),
	'percent-encoded as a whole address': encodeURI,
	'JSON-escaped': inJson,
	'JSON-escaped with slashes (PHP)': (text) => inJson(text).replaceAll('/', '\\/'),
	'JSON-escaped for HTML (Go)': (text) => inJson(text).replaceAll('&', '\\u0026'),
	'JSON in capitals (.NET)': each(/["&'+\\`]/g, (_, code) => `\\u00${hex(code).toUpperCase()}`),
	'HTML-escaped': escapeUTF8,
	'HTML-escaped with names': each(SPECIAL, encodeHTML),
	'HTML-escaped in decimals': each(SPECIAL, (_, code) => `&#${code};`),
	'HTML-escaped in decimals, only a few (Go)': each(/["&'+]/g, (_, code) => `&#${code};`),
	'HTML-escaped with a zero (PHP)': each(/["&']/g, (_, code) => `&#0${code};`),
	'HTML-escaped in hex': each(SPECIAL, (_, code) => `&#x${hex(code)};`),
	'HTML-escaped in hex capitals': each(SPECIAL, (_, code) => `&#X${hex(code).toUpperCase()};`),
};

/** The encodings to look for at each place. The mask itself is tested with further ones. */
const FORMS: Record<string, Encode> = {
	plain: (text) => text,
	...ESCAPES,
	'Base64 of a header': (text) => Buffer.from(`Bearer ${text} and more`).toString('base64'),
};

interface Parts {
	reason: string;
	headers: string[];
	body: Buffer;
	trailers: string[];
}

const PLAIN: Parts = { reason: 'OK', headers: [], body: Buffer.from('{"ok":true}'), trailers: [] };

/** Parts of an answer. Each gets a string that holds the token. */
type Place = (text: string) => Partial<Parts>;

const typed = (type: string, body: string): Partial<Parts> => ({
	headers: [`Content-Type: ${type}`],
	body: Buffer.from(body, 'latin1'),
});
const file = (name: string): Partial<Parts> => ({
	headers: ['Content-Type: application/pdf', `Content-Disposition: attachment; ${name}`],
	body: Buffer.from('%PDF'),
});

export const PLACES: Record<string, Place> = {
	'the status text': (text) => ({ reason: text }),
	"a header's name": (text) => ({ headers: [`X-${text}: 1`] }),
	'a header': (text) => ({ headers: [`X-Echo: ${text}`] }),
	'a redirect': (text) => ({ headers: [`Location: https://elsewhere.example/?t=${text}`] }),
	'a media type': (text) => typed(`application/${text}`, 'x'),
	'a charset': (text) => typed(`text/plain; charset="${text}"`, 'x'),
	'a file name': (text) => file(`filename="x${text}.pdf"`),
	'an encoded file name': (text) => file(`filename*=UTF-8''x${text}`),
	'a file name with an encoded letter': (text) =>
		file(`filename*=UTF-8''%${hex(text.charCodeAt(0))}${text.slice(1)}`),
	'a value of JSON': (text) => typed('application/json', JSON.stringify({ a: [text] })),
	'JSON that says it is text': (text) => typed('text/plain', JSON.stringify({ error: text })),
	text: (text) => typed('text/plain', `You sent ${text}.`),
	'text in another charset': (text) => typed('text/plain; charset=latin1', `é${text}é`),
	'text that an escape of its charset divides': (text) =>
		typed('text/plain; charset=iso-2022-jp', `${text.slice(0, 3)}\x1b(B${text.slice(3)}`),
	'a long page that is cut': (text) => typed('text/html', `<p>${'x'.repeat(9_990)}${text}`),
	'a file': (text) => typed('application/octet-stream', `\0\x01${text}\xff`),
	'what was packed': (text) => ({
		headers: ['Content-Encoding: gzip'],
		body: gzipSync(Buffer.from(`{"a":${JSON.stringify(text)}}`)),
	}),
	'what follows the body': (text) => ({ trailers: [`X-Echo: ${text}`] }),
};

/** Where only some characters may stand. */
const ALLOWED_TEXT: Record<string, RegExp> = {
	"a header's name": /^[\w.!#$%&'*+^`|~-]+$/,
	'an encoded file name': /^[\w%.~-]+$/,
	'a file name with an encoded letter': /^[\w%.~-]+$/,
};

/** The forms in which the token can be at a place. */
export function listForms(place: string): string[] {
	const allowed = ALLOWED_TEXT[place] ?? /^/;
	const forms = Object.values(FORMS).map((encode) => encode(HARD_TOKEN));
	return forms.filter((form) => allowed.test(form));
}

/** The bytes of an answer with this text at one place. */
export function plant(status: number, place: string, text: string): Buffer {
	const { reason, headers, body, trailers } = { ...PLAIN, ...PLACES[place]?.(text) };
	const head = [
		`HTTP/1.1 ${status} ${reason}`,
		...headers,
		'Connection: close',
		'Transfer-Encoding: chunked',
	];
	return Buffer.concat([
		Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.length.toString(16)}\r\n`),
		body,
		Buffer.from(`\r\n0\r\n${trailers.map((trailer) => `${trailer}\r\n`).join('')}\r\n`),
	]);
}
