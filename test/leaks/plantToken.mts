/** Answers of a service that sends a token back: in every part of an answer, in every form. */
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { encodeNonAsciiHTML } from 'entities';
import fc from 'fast-check';

/** What tokens look like: hex and dashes, JWT, Base64, digits alone, and all signs that a header may hold. */
export const TOKENS = [
	'secret-token-1234567890',
	'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
	'Zm9v/YmFy+QmF6cXV4/Lw==',
	'83746510293847561029',
	`q"w\\e'r<t>y&u%i#o/p?z=x;c:v,b{n}m[1]2|3~4`,
	'\\'.repeat(24),
];

type Encode = (text: string) => string;

const each =
	(encode: (code: number, sign: string) => string): Encode =>
	(text) =>
		[...text].map((sign) => encode(sign.charCodeAt(0), sign)).join('');

const hex = (code: number, length = 2) => code.toString(16).padStart(length, '0');
const base64: Encode = (text) => Buffer.from(text).toString('base64');

/** How programs write a text when they send it back. */
export const FORMS: Record<string, Encode> = {
	plain: (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in small letters': (text) => text.toLowerCase(),
	'percent-encoded': encodeURIComponent,
	'percent-encoded in full': each((code) => `%${hex(code)}`),
	'percent-encoded twice': (text) => encodeURIComponent(each((code) => `%${hex(code)}`)(text)),
	'escaped as JSON': (text) => JSON.stringify(text).slice(1, -1),
	'escaped as JSON twice': (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
	'escaped as JSON in full': each((code) => `\\u${hex(code, 4)}`),
	'escaped as JSON in full, twice': each((code) => `\\\\u${hex(code, 4).toUpperCase()}`),
	'UTF-16 escaped as JSON': each((code) => `${String.fromCharCode(code)}\\u0000`),
	'UTF-16 percent-encoded': each((code) => `%${hex(code)}%00`),
	'escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'escaped as JavaScript': each((code) => `\\x${hex(code)}`),
	'escaped as HTML': encodeNonAsciiHTML,
	'escaped as HTML by names': (text) =>
		text.replace(/[&<>"']/g, (sign) => `&${NAMES[sign] ?? ''};`),
	'escaped as HTML in decimals': each((code) => `&#${code};`),
	'escaped as HTML in decimals with zeros': each((code) => `&#0${code};`),
	'escaped as HTML in hex': each((code) => `&#x${hex(code, 4)};`),
	'escaped as HTML without semicolons': each((code) => `&#${code}`),
	'escaped as HTML twice': each((code) => `&amp;#${code};`),
	'a header': (text) => `Authorization: Bearer ${text}`,
	Base64: base64,
	'Base64 of a header': (text) => base64(`Bearer ${text}`),
	'Base64 of JSON': (text) => base64(`{"authorization":"Bearer ${text}"}`),
	'Base64 for addresses': (text) => Buffer.from(`x${text}`).toString('base64url'),
};

const NAMES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

interface Parts {
	reason: string;
	headers: string[];
	body: Buffer;
	trailers: string[];
}

const PLAIN: Parts = { reason: 'OK', headers: [], body: Buffer.from('{"ok":true}'), trailers: [] };

/** A place in an answer, with a text that holds the token, which may have to be fitted to it. */
type Place = (text: string, token: string) => Partial<Parts>;

const typed = (type: string, body: string | Buffer): Partial<Parts> => ({
	headers: [`Content-Type: ${type}`],
	body: Buffer.from(body),
});
const file = (name: string): Partial<Parts> => ({
	headers: ['Content-Type: application/pdf', `Content-Disposition: attachment; ${name}`],
	body: Buffer.from('%PDF'),
});

export const PLACES: Record<string, Place> = {
	'the status text': (text) => ({ reason: text }),
	"a header's name": (text) => ({ headers: [`X-${text.replace(/[^\w.!#$%&'*+^`|~-]/g, '')}: 1`] }),
	'a header': (text) => ({ headers: [`X-Echo: ${text}`] }),
	'one of two headers': (text) => ({ headers: ['Set-Cookie: a=1', `Set-Cookie: b=${text}`] }),
	'a redirect': (text) => ({ headers: [`Location: https://elsewhere.example/?t=${text}`] }),
	'a Retry-After': (text) => ({ headers: [`Retry-After: ${text}`] }),
	'a media type': (text) => typed(text, 'x'),
	'a media subtype': (text) => typed(`application/${text}`, 'x'),
	'a media type of text': (text) => typed(`text/${text}`, 'x'),
	"a media type's parameter": (text) => typed(`text/plain; ${text}=${text}`, 'x'),
	'a charset': (text) => typed(`text/plain; charset="${text}"`, 'x'),
	'a file name': (text) => file(`filename="${text.replace(/["\\]/g, '\\$&')}.pdf"`),
	'a file name without quotes': (text) => file(`filename=${text}`),
	// Encoded once: in the header itself, one form within another would stand.
	'an encoded file name': (_text, token) => file(`filename*=UTF-8''x${encodeURIComponent(token)}`),
	'a text of JSON': (text) => typed('application/json', JSON.stringify({ a: [text] })),
	'a key of JSON': (text) => typed('application/json', JSON.stringify([{ [text]: 1 }])),
	'a number of JSON': (text) =>
		typed('application/json', `[${/^[1-9]\d*$/.test(text) ? text : JSON.stringify(text)}]`),
	'JSON as it stands': (text) => typed('application/json', `{"a":"${text}"}`),
	'JSON that says it is text': (text) => typed('text/plain', JSON.stringify({ error: text })),
	'a text': (text) => typed('text/plain', `You sent ${text}.`),
	'a text in UTF-16': (text) => typed('text/plain; charset=utf-16le', Buffer.from(text, 'utf16le')),
	'a text in UTF-16, the other way round': (text) =>
		typed('text/plain; charset=utf-16be', Buffer.from(text, 'utf16le').swap16()),
	'a text that says it is UTF-16': (text) => typed('text/plain; charset=utf-16le', text),
	'a text in iso-2022-jp': (text) =>
		typed('text/plain; charset=iso-2022-jp', [...text].join('\u001b(B')),
	'a text in a charset that nobody knows': (text) => typed('text/plain; charset=none', text),
	'an error page': (text) =>
		typed('text/html', `<pre>${text.replaceAll('<', '&lt;')}</pre>${' '.repeat(300)}`),
	'a long page': (text) => typed('text/html', `<p>${'x'.repeat(9_990)}${text}`),
	'a long page that is cut in a character': (text) =>
		typed('text/plain', `${'é'.repeat(19_990)}${text}${'é'.repeat(9)}`),
	'a file': (text) => typed('application/octet-stream', `\0\x01${text}\xff`),
	'a file of UTF-16': (text) => typed('application/octet-stream', Buffer.from(text, 'utf16le')),
	'what was packed': (text) => ({
		headers: ['Content-Encoding: gzip'],
		body: gzipSync(Buffer.from(`{"a":${JSON.stringify(text)}}`)),
	}),
	'what was packed in another way': (text) => ({
		headers: ['Content-Encoding: br', 'Content-Type: text/plain'],
		body: brotliCompressSync(Buffer.from(text)),
	}),
	'what follows the body': (text) => ({ trailers: [`X-Echo: ${text}`] }),
};

/** One line of a head, of what HTTP lets through: else no answer would come of it. */
const line = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');

function written(status: number, parts: Parts): Buffer {
	const head = [
		`HTTP/1.1 ${status} ${line(parts.reason)}`,
		...parts.headers.map(line),
		'Connection: close',
		'Transfer-Encoding: chunked',
		'',
		'',
	].join('\r\n');
	const hasNoBody = status === 204 || status === 304;
	const chunks = hasNoBody
		? []
		: [
				Buffer.from(`${parts.body.length.toString(16)}\r\n`),
				parts.body,
				Buffer.from(
					`\r\n0\r\n${parts.trailers.map((trailer) => `${line(trailer)}\r\n`).join('')}\r\n`,
				),
			];
	return Buffer.concat([Buffer.from(head, 'latin1'), ...chunks]);
}

export const STATUSES = [200, 201, 204, 302, 400, 401, 404, 422, 429, 500, 503];

/** What an answer is made of: the token at some places at once, among other texts, in some forms. */
export interface Recipe {
	status: number;
	parts: Array<{ place: string; texts: Array<{ before: string; form: string }> }>;
}

export const recipes: fc.Arbitrary<Recipe> = fc.record({
	status: fc.constantFrom(200, 200, ...STATUSES),
	parts: fc.array(
		fc.record({
			place: fc.constantFrom(...Object.keys(PLACES)),
			texts: fc.array(
				fc.record({
					before: fc.string({ maxLength: 8 }),
					form: fc.constantFrom(...Object.keys(FORMS)),
				}),
				{ minLength: 1, maxLength: 3 },
			),
		}),
		{ minLength: 1, maxLength: 3 },
	),
});

/** The answer as it goes over the wire. */
export function plant(token: string, { status, parts }: Recipe): Buffer {
	const whole = { ...PLAIN };
	for (const { place, texts } of parts) {
		const text = texts.map(({ before, form }) => before + (FORMS[form]?.(token) ?? '')).join(' ');
		const { headers = [], ...others } = PLACES[place]?.(text, token) ?? {};
		Object.assign(whole, others, { headers: [...whole.headers, ...headers] });
	}
	return written(status, whole);
}
