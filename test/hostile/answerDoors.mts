import { isTextual, parseContentType } from '../../nodes/TriggerFlow/rules/answer/contentType';
import { decodeText } from '../../nodes/TriggerFlow/rules/answer/contentType';
import { fileNameOf } from '../../nodes/TriggerFlow/rules/answer/fileName';
import {
	aboutStart,
	readFlowCredential,
} from '../../nodes/TriggerFlow/rules/credential/flowCredential';
import { describeFailure } from '../../nodes/TriggerFlow/rules/outcome/describeFailure';
import { maskAttempt } from '../../nodes/TriggerFlow/rules/outcome/maskAttempt';
import { askedToWait, parseRetryAfter } from '../../nodes/TriggerFlow/rules/outcome/retry';
import { maskText } from '../../nodes/TriggerFlow/rules/secrets/mask';
import { around, type Door } from './door.mts';

export const credential = readFlowCredential({
	environment: 'qa',
	baseUrl: 'https://flows.example.com/v1/start',
	accessToken: 'abc-123-DEF',
});

const TOKENS = [
	'abc-123-DEF',
	'aaaaaaaaaaaa',
	'\\\\\\\\\\\\a',
	'a\\a\\a\\a\\',
	'%25%25&amp;',
	'<&">',
	// Longer than the texts that are read, and like itself.
	`${'a'.repeat(20_000)}b`,
	`${'ab'.repeat(10_000)}c`,
];

/** What an answer goes through when it is no success. */
export const failed = (answer: ReturnType<typeof answered>, slug = 'demo-1') =>
	describeFailure(
		maskAttempt(answer, credential.accessToken),
		aboutStart(slug, credential),
		askedToWait(answer, 0),
	);

export const answered = (headers: Record<string, string>, body = '', statusCode = 400) => ({
	answer: { statusCode, headers, body: Buffer.from(body) },
});

/** Node lets through that much of all headers together: node:http, `maxHeaderSize`. */
const LONGEST_HEADER = 16_384;

/** What a service sends. */
export const ANSWER_DOORS: readonly Door[] = [
	...TOKENS.map(
		(token): Door => ({
			name: `near-tokens of ${token.slice(0, 20)}`,
			frames: around(['', ''], [token.slice(0, -1), ''], ['', token]),
			longest: 1_000_000,
			read: (text) => maskText(text, token),
		}),
	),
	{
		name: 'Content-Type',
		frames: around(
			['', ''],
			['text/html;', ''],
			['text/html; charset=', ''],
			['application/', '+json'],
		),
		longest: LONGEST_HEADER,
		read: (text) => [isTextual(parseContentType(text)), decodeText(Buffer.from('a'), text)],
	},
	{
		name: 'Content-Disposition',
		frames: around(
			['', ''],
			['attachment;', ''],
			['attachment; filename=', ''],
			['attachment; filename="', '"'],
			["attachment; filename*=utf-8''", ''],
		),
		longest: LONGEST_HEADER,
		read: fileNameOf,
	},
	{
		name: 'Retry-After',
		frames: around(['', ''], ['1', ''], ['Mon, 0', ''], ['Mon, 01 Jan 2024', ' GMT']),
		longest: LONGEST_HEADER,
		read: (text) => parseRetryAfter(text, 0),
	},
	{
		name: 'body of an error',
		frames: around(['', ''], ['{"a":"', '"}'], ['[', ']']),
		longest: 1_000_000,
		read: (text) => failed(answered({ 'content-type': 'application/json' }, text)),
	},
	{
		name: 'any header of an answer',
		frames: around(['', ''], [credential.accessToken.slice(0, -1), '']),
		longest: LONGEST_HEADER,
		read: (text) => [
			failed(answered({ 'x-any': text })),
			maskAttempt(answered({ [text]: 'any' }), credential.accessToken),
		],
	},
];
