/**
 * How long the answer to a hostile text takes, in milliseconds: one row for each text that was
 * made to be slow, of the greatest length that is read at all. The slower rounds also have what
 * else the machine was doing.
 * Run with `node --import tsx bench/hostilePaste.mts`.
 */
import { parseStartEvent } from '../nodes/TriggerFlow/rules/startEvent/parseStartEvent';

const LENGTH = 1_000_000;
const ROUNDS = 9;
const ALLOWED = 100;
/** What parseStartEvent gives up on in longer texts: `LONGEST_REREAD`, `LONGEST_REPAIRED`. */
const REREAD = 50_000;
const REPAIRED = 20_000;
const START = "curl -X PUT 'https://flows.example.com/v1/start' ";
const BODY_START = `${START}-d '{"slug":"demo-1","context":`;

const fill = (start: string, part: string, end = '', length = LENGTH): string => {
	const count = Math.floor((length - start.length - end.length) / part.length);
	return start + part.repeat(count) + end;
};
const body = (part: string, start = BODY_START): string => fill(start, part, "'", REPAIRED);
const nested = (open: string, close: string): string => {
	const depth = Math.floor((LENGTH - BODY_START.length - 20) / (open.length + close.length));
	return `${BODY_START}{"a":${open.repeat(depth)}${close.repeat(depth)}}}'`;
};

const keys = (count: number): string =>
	Array.from({ length: count }, (_, index) => `,"k${index}":1`).join('');

const pastes: Record<string, string> = {
	'a request with a large context': fill(`${BODY_START}[0`, ',1', "]}'"),
	'the same in double quotes': fill(
		`${START}-d "{\\"slug\\":\\"a\\",\\"context\\":[0`,
		',\\"\\"',
		']}"',
	),
	'a body of many keys': `${START}-d '{"a":1${keys(80_000)}}'`,
	'a cookie of many parts': fill(`${START}-b '`, 'a=<b>;', "'"),
	'a user name of colons': fill(`${START}-u '`, ':', "'"),
	'only blanks': fill('', ' '),
	'blanks behind curl': fill('curl', ' '),
	'line breaks behind curl': fill('curl', '\n'),
	'single quotes': fill(START, "'"),
	'double quotes': fill(START, '"'),
	"$' quotes": fill(START, "$'"),
	'quotes of both kinds': fill(START, `"'`),
	'opening typographic quotes': fill(START, '“'),
	'typographic apostrophes': fill(START, '‘a’a'),
	backslashes: fill(START, '\\'),
	'backslashes before line breaks': fill(START, '\\\n'),
	'backslashes before blanks': fill(START, '\\ '),
	'backslashes in double quotes': fill(`${START}"`, '\\'),
	'backslashes behind a caret': fill(`${START}^"`, '\\'),
	"escapes in $'…'": fill(`${START}$'`, '\\x41', "'"),
	carets: fill(START, '^'),
	'carets and quotes': fill(START, '^"'),
	'carets before line breaks': fill(START, '^\n'),
	backticks: fill(START, '`'),
	'dollar signs': fill(START, '$'),
	'options without a value': fill(START, '-v '),
	'one cluster of options': fill(`${START}-`, 'v'),
	headers: fill(START, "-H 'a: b' "),
	'headers that look secret': fill(START, "-H 'x-api-key: <x>' "),
	bodies: fill(START, "-d '{}' "),
	'unknown long options': fill(START, '--unknown-option '),
	addresses: fill('curl -X PUT ', 'https://a.example/b '),
	'one address of at signs': fill('curl -X PUT https://', '@'),
	'nested lists': nested('[', ']'),
	'nested lists that never end': fill(BODY_START, '[', "'"),
	'nested objects': nested('{"a":', '}').replace('{}', '{"a":1}'),
	'a body of 400 levels and a mistake': body('!', `${BODY_START}${'['.repeat(400)}`),
	'a body of mistakes': body('!,'),
	'a body of open quotes': body('"'),
	'a body of escaped quotes': body('\\"', `${BODY_START}"`),
	'a body of typographic quotes': body('“'),
	'a body of angle brackets': body('<'),
	'a body of quoted lines': body('\n>'),
	'a body of escaped JSON': body('\\"', `${START}-d '{\\"a`),
	'a long body that is no JSON': fill(BODY_START, '!', "'"),
	'HTML quotes': fill('curl ', '&quot;', '', REREAD),
	'carets, read in every way': fill(START, '^"', '', REREAD),
	'the word curl': fill('', 'curl '),
	'the word curl on each line': fill('', 'curl\n'),
	'the word curl in a path': fill('', '/curl'),
	'many commands': fill('', 'curl -v\n'),
	'Bearer and a blank': fill('', 'Bearer '),
	'Bearer without a blank': fill('', 'Bearer'),
	'Bearer and a placeholder': fill('', 'Bearer <a> '),
	'Authorization and a colon': fill('', 'Authorization: '),
	'Authorization: Bearer and brackets': fill('', 'authorization: bearer <'),
	'what begins like a web token': fill('', '-eyJ'),
	letters: fill('', 'a'),
	hyphens: fill(START, '-'),
	'long dashes': fill(START, '—'),
	'ends of a redirection': fill(START, '> '),
	comments: fill(START, '#\n-v '),
	'signs that nobody sees': fill(START, '\u200b'),
};

function milliseconds(text: string): { times: number[]; answer: string } {
	const times: number[] = [];
	let answer = '';
	for (let round = 0; round < ROUNDS; round += 1) {
		const began = performance.now();
		answer = answerTo(text);
		times.push(performance.now() - began);
	}
	return { times: times.sort((a, b) => a - b), answer };
}

function answerTo(text: string): string {
	try {
		return `understood: ${parseStartEvent(text).slug}`;
	} catch (error) {
		if (error instanceof Error && error.name === 'NotSentError') return error.message.slice(0, 60);
		throw error;
	}
}

const rounded = (time = NaN): number => Number(time.toFixed(1));
const rows = Object.entries(pastes).map(([paste, text]) => {
	const { times, answer } = milliseconds(text);
	return {
		paste,
		characters: text.length,
		fastest: rounded(times[0]),
		median: rounded(times[ROUNDS >> 1]),
		slowest: rounded(times.at(-1)),
		answer,
	};
});
console.table(rows);
const worst = (column: 'fastest' | 'median'): number => Math.max(...rows.map((row) => row[column]));
console.log(
	`At worst ${worst('fastest')} ms (fastest of ${ROUNDS} rounds), ${worst('median')} ms (median). Allowed: ${ALLOWED} ms.`,
);
