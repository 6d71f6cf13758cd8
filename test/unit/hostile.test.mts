/**
 * What reads foreign text takes a time that grows with its length alone: these texts are long and nearly match, which
 * would keep a pattern that goes back and forth busy for hours.
 */
import { parseJson } from '../../nodes/TriggerFlow/context/jsonText';
import { readRequests } from '../../nodes/TriggerFlow/curl/readRequests';
import { maskText } from '../../nodes/TriggerFlow/secrets/mask';

jest.setTimeout(120_000);

const TOKEN = 'ab/cd+ef==';

/** Each is repeated up to the length. */
const PIECES = [
	...['a', 'a-', ' ', '\n', '\\', '\\\\u005c', '%', '%25', '&', '&amp;', '&#0', '0', '1e', '-.'],
	...['"', "'", "'\\''", '^"', '^', '`', '$', "$'", '{', '}', '[', '[1,', '{"a":', '"a":1,', '\0'],
	...[
		'curl ',
		'curl -d ',
		'curl https://a.example ',
		' -H ',
		' -H "a: b" ',
		' -d \'{"slug":',
		'\\\n',
	],
	...['https://', 'Authorization: Bearer ', '\ud800', TOKEN.slice(0, -1), TOKEN],
];

const REQUEST = `curl -X PUT 'https://flows.example.com/' -H 'Authorization: Bearer ab' -d '{"slug":"a"`;

const READERS: Array<{
	name: string;
	length: number;
	beginnings: string[];
	read: (text: string) => unknown;
}> = [
	{
		name: 'maskText',
		length: 1_000_000,
		beginnings: ['', 'ab/'],
		read: (text) => maskText(text, TOKEN),
	},
	{ name: 'parseJson', length: 1_000_000, beginnings: ['', '"', '[', '[0.'], read: parseJson },
	{
		name: 'readRequests',
		length: 199_000,
		beginnings: ['', 'curl ', "curl '", 'curl "', 'curl ^"', "curl $'", REQUEST],
		read: readRequests,
	},
];

test.each(READERS)('$name reads every long text to its end', ({ length, beginnings, read }) => {
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
