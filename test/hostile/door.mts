import type { Frame } from './texts.mts';

/** A place where somebody else's text comes in. */
export interface Door {
	name: string;
	/** What stands around a hostile text to get it past the first checks. */
	frames: readonly Frame[];
	/** The longest text that comes in here, in characters. */
	longest: number;
	/** Reads a text as the node does. What it refuses, it throws. */
	read: (text: string) => unknown;
}

export const around = (
	...frames: Array<[beginning: string, end: string, middle?: string]>
): Frame[] => frames.map(([beginning, end, middle]) => ({ beginning, middle, end }));

const START = "curl -X PUT 'https://flows.example.com/v1/start' ";
const BODY = `${START}-d '{"slug":"demo-1","context":`;

export const PASTED = around(
	['', ''],
	['curl ', ''],
	['curl', ''],
	['curl.exe ', ''],
	['`curl ', ''],
	['curl https://', ''],
	['curl -', ''],
	['curl --', ''],
	[START, ''],
	[`${START}-H `, ''],
	[`${START}-H '`, "'"],
	[`${START}-H "`, '"'],
	[`${START}-H 'Authorization: `, "'"],
	[`${START}-b '`, "'"],
	[`${START}-u '`, "'"],
	[`${START}-d '`, "'"],
	[`${START}-d "`, '"'],
	[`${START}-d $'`, "'"],
	[`${START}-d “`, '”'],
	[`${START}-d ‘`, '’'],
	[`${START}-d ^"`, '^"'],
	[`${START}-d '{`, "}'"],
	[`${START}-d '{\\"`, "}'"],
	[`${START}-d '{“`, "”}'"],
	[BODY, "}'"],
	[`${BODY}{"`, `":1}}'`],
	[`${BODY}{"`, `"z":1}}}'`, '":{'],
	[`${BODY}{"a":"`, `"}}'`],
	[`${BODY}{"a":[`, `]}}'`],
	[`${BODY}{"a":`, `}}'`],
	[`${BODY}{"a":[`, `1]}}'`],
	[`${BODY}{`, `"z":1}}'`],
	[`${START}-d @- <<'EOF'\n{"slug":"`, '\nEOF'],
	[`${START}-d "$(cat <<'EOF'\n{"slug":`, '\nEOF\n)"'],
	[`${START}-d "{\\"slug\\":\\"`, '\\"}"'],
	[`${START}-d ^"{^\\^"slug^\\^":`, '}^"'],
	[`${START}-d "{""slug"":""`, '"'],
	[`${START}-d $'{"slug":"`, `"}'`],
	[`${START}-d {\\"slug\\":\\"`, ''],
	['$body = @"\n{"slug":"', '\n"@\nirm https://a.example -Method PUT -Body $body'],
	['irm https://a.example -Method PUT -Body "{`"slug`":`"', '`"}"'],
	["fetch('https://a.example', {method:'PUT', body: '{\"slug\":\"", "'})"],
	['"curl ', '"'],
	['"curl \\"', '",'],
	['[{"curl": "curl ', '"}]'],
	['> > curl ', '\n> > -d a'],
	['1 curl \n2 ', '\n3 '],
	[`${START}-d '{"slug":"a","context":{}}' `, ''],
	["ACCESS_TOKEN='", `'\n${START}`],
	['Access Token\n', `\n${START}`],
	['curl https://a.example/?token=', " -d '{}'"],
	['curl ^\n', ''],
	['curl `\n', ''],
	['curl &quot;', '&quot;'],
	['<pre>curl ', '</pre>'],
	['> curl ', ''],
	['', BODY],
);

export const BARE = around(['', '']);
export const IN_TEXT = around(['', ''], ['a', 'a']);
export const JSON_TEXT = around(
	['', ''],
	['{', '}'],
	['{"', '":1}'],
	['{"', '"z":1}}', '":{'],
	['{"a":', '}'],
	['{"a":"', '"}'],
	['{"a":[', ']}'],
	['{"a":[', '1]}'],
	['{', '"z":1}'],
	['{"a":1', ''],
	['{"n":1234567890123456,"a":"', '"}'],
);
