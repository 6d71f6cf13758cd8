/**
 * The time to read foreign text grows only with its length. These texts are long and nearly match, which would keep a
 * backtracking pattern busy for hours.
 */
import { readAnswer } from '../../nodes/TriggerFlow/answer/readAnswer';
import { parseJson } from '../../nodes/TriggerFlow/context/contextJson';
import { readRequests } from '../../nodes/TriggerFlow/curl/readRequests';
import { maskText } from '../../nodes/TriggerFlow/shared/mask';

jest.setTimeout(120_000);

const TOKEN = 'ab/cd+ef==';

/** Each beginning is repeated up to the length. */
const PIECES = [
	'a',
	'a-',
	'a.',
	' ',
	'\n',
	'\\',
	'\\"',
	'\\\\u005c',
	'%',
	'%25',
	'&',
	'&amp;',
	'&#0',
	'0',
	'1e',
	'-.',
	'"',
	"'",
	"'\\''",
	'^"',
	'^\\',
	'^',
	'`',
	'$',
	"$'",
	'{',
	'{"',
	'"{',
	'}',
	'[',
	'[1,',
	'{"a":',
	'"a":1,',
	'\0',
	'curl ',
	'curl -d ',
	'curl -d "',
	'curl -d {" ',
	'curl https://a.example ',
	' -H ',
	' -H "a: b" ',
	' -d \'{"slug":',
	'\\\n',
	'https://',
	'Authorization: Bearer ',
	'\ud800',
	TOKEN.slice(0, -1),
	TOKEN,
];

const REQUEST = `curl -X PUT 'https://flows.example.com/' -H 'Authorization: Bearer ab' -d '{"slug":"a"`;

interface Reader {
	name: string;
	length: number;
	beginnings: string[];
	read: (text: string) => unknown;
}

const MEGABYTE = 1_000_000;

const READERS: Reader[] = [
	{
		name: 'the mask',
		length: MEGABYTE,
		beginnings: ['', 'ab/'],
		read: (text) => maskText(text, TOKEN),
	},
	{ name: 'JSON', length: MEGABYTE, beginnings: ['', '"', '[', '[0.'], read: parseJson },
	{
		name: 'an answer and its file name',
		length: MEGABYTE,
		beginnings: ['', 'attachment; filename="', 'x'.repeat(9)],
		read: (text) => {
			const headers = { 'content-type': text, 'content-disposition': text };
			return readAnswer({ statusCode: 200, headers, body: Buffer.from(text) }, TOKEN);
		},
	},
	{ name: 'a paste that is too long', length: MEGABYTE, beginnings: [''], read: readRequests },
	{
		name: 'a paste',
		length: 199_000,
		beginnings: ['', 'curl ', "curl '", 'curl "', 'curl ^"', "curl $'", REQUEST],
		read: readRequests,
	},
];

test.each(READERS)('reads every long text to its end: $name', ({ length, beginnings, read }) => {
	for (const beginning of beginnings) {
		for (const piece of PIECES) {
			const text = beginning + piece.repeat(Math.floor((length - beginning.length) / piece.length));
			try {
				read(text);
			} catch (error) {
				expect(error).toMatchObject({ name: 'NotSentError' });
			}
		}
	}
});
