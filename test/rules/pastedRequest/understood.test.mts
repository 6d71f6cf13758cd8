import { deepStrictEqual } from 'node:assert';

import session from '../../../stand-in/session.json';
import type { PastedRequest } from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import {
	AUTHORIZATION,
	BODY,
	DOCUMENTED,
	HARD,
	HARD_BODY,
	JSON_TYPE,
	ONE_LINE,
	PRETTY,
	read,
	SLUG,
	SMALL,
	URL,
	withBody,
	withHeader,
} from './pastes.mts';
import * as quote from './quoting.mts';

type Understood = [name: string, pasted: string, expected?: Partial<PastedRequest>];
const small = { slug: 'demo-1', context: { a: 1 } };
const hard = { context: HARD };

const understood: Record<string, Understood[]> = {
	'bash, zsh and their like': [
		['as the Start Event shows it', DOCUMENTED],
		['on one line', ONE_LINE],
		['method joined', `curl -XPUT ${URL} -H '${AUTHORIZATION}' -d '${BODY}'`],
		['--request', `curl --request PUT --header '${AUTHORIZATION}' --data '${BODY}' ${URL}`],
		[
			'equals signs',
			`curl --request=PUT --url='${URL}' --header='${AUTHORIZATION}' --data-raw='${BODY}'`,
		],
		['short options with equals signs', `curl -X=PUT '${URL}' -H='${AUTHORIZATION}' -d='${BODY}'`],
		['a cluster', `curl -sSLX PUT '${URL}' -H '${AUTHORIZATION}' -d '${BODY}'`],
		['a cluster with its value', `curl -sSfLXPUT -d'${BODY}' -H'${AUTHORIZATION}' '${URL}'`],
		[
			'a method in quotes and small letters',
			`curl -X "put" '${URL}' -H '${AUTHORIZATION}' -d '${BODY}'`,
		],
		['--data-binary', ONE_LINE.replace(' -d ', ' --data-binary ')],
		['--data-ascii', ONE_LINE.replace(' -d ', ' --data-ascii ')],
		['--data-raw', ONE_LINE.replace(' -d ', ' --data-raw ')],
		['--json', ONE_LINE.replace(' -d ', ' --json ')],
		["words like PowerShell's options", `${ONE_LINE} -H 'X-Kind: rich-body' -o -body.json`],
		['--location', ONE_LINE.replace('curl', 'curl --location')],
		['--url in the middle', `curl -X PUT -d '${BODY}' --url "${URL}" -H '${AUTHORIZATION}'`],
		['the address last, behind --', `curl -X PUT -H '${AUTHORIZATION}' -d '${BODY}' -- '${URL}'`],
		[
			'options that do not matter',
			`curl --max-time 5 -o out.json -A 'my agent' -x http://proxy:8080 -w '%{http_code}' -m 30 --retry 3 --retry-delay 1 --compressed -k --http2 --cacert ca.pem -X PUT --connect-timeout 5 '${URL}' -e https://a.example -D - -H '${AUTHORIZATION}' -d '${BODY}' --no-progress-meter -i`,
		],
		['double quotes', `curl -X PUT "${URL}" -H "${AUTHORIZATION}" -d ${quote.bashDouble(BODY)}`],
		[
			'apostrophes in single quotes',
			`curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${quote.bash(HARD_BODY)}`,
			hard,
		],
		[
			'apostrophes in double quotes',
			`curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${quote.bashDouble(HARD_BODY)}`,
			hard,
		],
		["$'…' on several lines", withBody(quote.ansi(PRETTY))],
		[
			"$'…' with tabs and the line ends of Windows",
			withBody(quote.ansi(PRETTY).replaceAll('\\n', '\\r\\n\\t')),
		],
		["$'…'", `curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${quote.ansi(HARD_BODY)}`, hard],
		[
			"bytes and octal in $'…'",
			`curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d $'{"slug":"demo-1","context":{"a":"Zo\\xc3\\xab \\101\\x42 \\xe9"}}'`,
			{ slug: 'demo-1', context: { a: 'Zoë AB é' } },
		],
		[
			'quotes in the middle of a word',
			`curl -X P'U'"T" '${URL}' -H '${AUTHORIZATION}' -d '${BODY}'`,
		],
		[
			'no quotes where none are needed',
			`curl -X PUT ${URL} -H Authorization:Bearer\\ \\<ACCESS_TOKEN\\> -d '${BODY}'`,
		],
		[
			'an address with & and ; without quotes',
			`curl -X PUT https://a.example/x;v=1?b=2&c=3 -d '${SMALL}'`,
			{ ...small, url: 'https://a.example/x;v=1?b=2&c=3' },
		],
		['piped into jq', `${ONE_LINE} | jq .`],
		['followed by another command', `${ONE_LINE} && echo done`],
		['its output sent to a file', `${ONE_LINE} > out.json 2>/dev/null`],
		['a comment behind it', `${ONE_LINE} # starts the flow`],
		['a comment before it', `# QA\n${DOCUMENTED}\n`],
		['a path', DOCUMENTED.replace('curl', '/usr/bin/curl')],
		['capital letters', DOCUMENTED.replace('curl', 'CURL')],
		['blanks behind the backslashes', DOCUMENTED.replaceAll('\\\n', '\\  \n')],
		['line breaks turned into blanks', DOCUMENTED.replaceAll('\\\n', '\\ ')],
		['line breaks without backslashes', DOCUMENTED.replaceAll(' \\\n', '\n')],
		['no blanks before the backslashes', DOCUMENTED.replaceAll(' \\\n', '\\\n')],
		['an address on two lines', DOCUMENTED.replace(`'${URL}'`, URL.replace('v1', '\\\nv1'))],
		['a backslash at the end', `${DOCUMENTED} \\\n`],
		['CRLF', DOCUMENTED.replaceAll('\n', '\r\n')],
		['CR', DOCUMENTED.replaceAll('\n', '\r')],
		['a method with blanks around it', ONE_LINE.replace('PUT', "' put '")],
		['no token', `curl -X PUT '${URL}' -H '${JSON_TYPE}' -d '${BODY}'`],
		[
			'a shell variable for the token',
			ONE_LINE.replace(`'${AUTHORIZATION}'`, '"Authorization: Bearer $TOKEN"'),
		],
		[
			'a command for the token',
			ONE_LINE.replace(`'${AUTHORIZATION}'`, '"Authorization: Bearer $(pass show flow)"'),
		],
		[
			'an empty context',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{}}'`,
			{ slug: 'demo-1', context: {} },
		],
		[
			'a dollar sign in single quotes',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{"a":"$HOME"}}'`,
			{ slug: 'demo-1', context: { a: '$HOME' } },
		],
		[
			'an own key __proto__',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{"__proto__":{"a":1}}}'`,
			{ slug: 'demo-1', context: JSON.parse('{"__proto__":{"a":1}}') },
		],
	],
	'prompts and terminals': [
		['$', `$ ${DOCUMENTED}`],
		['> before each further line', `$ ${DOCUMENTED.replaceAll('\\\n', '\\\n> ')}`],
		['#', `# ${ONE_LINE}`],
		['%', `% ${ONE_LINE}`],
		['user and folder', `ada@laptop:~/flows$ ${DOCUMENTED}`],
		['PowerShell', `PS C:\\Users\\ada> ${ONE_LINE.replace('curl', 'curl.exe')}`],
		['cmd', `C:\\Users\\ada>curl -X PUT "${URL}" -H "${AUTHORIZATION}" -d ${quote.windows(BODY)}`],
	],
	'Windows cmd': [
		['by hand on one line', `curl -X PUT "${URL}" -H "${AUTHORIZATION}" -d ${quote.windows(BODY)}`],
		[
			'by hand on several lines',
			`curl -X PUT "${URL}" ^\n  -H "${AUTHORIZATION}" ^\n  -d ${quote.windows(BODY)}`,
		],
		[
			'CRLF',
			`curl -X PUT "${URL}" ^\r\n  -H "${AUTHORIZATION}" ^\r\n  -d ${quote.windows(BODY)}\r\n`,
		],
		[
			'doubled quotes',
			`curl.exe -X PUT "${URL}" -H "${AUTHORIZATION}" -d ${quote.windowsDoubled(BODY)}`,
		],
		[
			'doubled quotes on several lines',
			`curl -X PUT "${URL}" ^\n -H "${AUTHORIZATION}" ^\n -d ${quote.windowsDoubled(BODY)}`,
		],
		[
			'single quotes, which only look right',
			`curl -X PUT "${URL}" ^\n -H "${AUTHORIZATION}" ^\n -d '${BODY}'`,
		],
		[
			'a path',
			`C:\\Windows\\System32\\curl.exe -X PUT "${URL}" -H "${AUTHORIZATION}" -d ${quote.windows(BODY)}`,
		],
		[
			'a caret between quotes',
			`curl -X PUT "${URL}&x=a^b" ^\n -H "${AUTHORIZATION}" ^\n -d ${quote.windows(BODY)}`,
			{ url: `${URL}&x=a^b` },
		],
		[
			'a variable for the token',
			`curl -X PUT "${URL}" ^\n -H "Authorization: Bearer %TOKEN%" ^\n -d ${quote.windows(BODY)}`,
		],
	],
	'backslashes, which cmd keeps and a shell halves': [
		...[
			['C:\\>', ''],
			['PS C:\\Users\\ada> ', ''],
			['', ' ^\n'],
			['', ' `\n'],
			['curl.exe -V\n', ''],
		].map(
			([prompt = '', end = '']): Understood => [
				JSON.stringify(`${prompt}curl${end}`),
				`${prompt}curl -X PUT ${URL}${end} -d "{\\"slug\\":\\"demo-1\\",\\"context\\":{\\"a\\":\\"C:\\\\\\\\new\\"}}"`,
				{ slug: 'demo-1', context: { a: 'C:\\\\new' } },
			],
		),
		...[' \\\n', " --url 'http://a.example'", " --request='PUT'", " -H 'X-A: b'", ' -H ‘a: b’'].map(
			(sign): Understood => [
				JSON.stringify(`curl${sign}`),
				`curl -X PUT${sign} ${sign.includes('url') ? '' : 'http://a.example'} -d "{\\"slug\\":\\"demo-1\\",\\"context\\":{\\"a\\":\\"C:\\\\\\\\new\\"}}"`,
				{ url: 'http://a.example', slug: 'demo-1', context: { a: 'C:\\new' } },
			],
		),
	],
	PowerShell: [
		['backticks', `curl.exe -X PUT '${URL}' \`\n  -H '${AUTHORIZATION}' \`\n  -d '${BODY}'`],
		[
			'backticks in a field of one line',
			`curl.exe -X PUT '${URL}' \` -H '${AUTHORIZATION}' \`-d '${BODY}' \`--url '${URL}'`,
		],
		[
			'doubled apostrophes',
			`curl.exe -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${quote.powerShell(HARD_BODY)}`,
			hard,
		],
		[
			'backticks in double quotes',
			`curl.exe -X PUT "${URL}" \`\r\n -H "${AUTHORIZATION}" \`\r\n -d ${quote.powerShellDouble(BODY)}`,
		],
		[
			'backslashes for 5.1',
			`curl.exe -X PUT '${URL}' \`\n -H '${AUTHORIZATION}' \`\n -d ${quote.powerShell5(BODY)}`,
		],
		[
			'doubled quotes',
			`curl.exe -X PUT "${URL}" \`\n -H "${AUTHORIZATION}" \`\n -d ${quote.windowsDoubled(BODY)}`,
		],
		[
			'a variable for the token',
			`curl.exe -X PUT '${URL}' \`\n -H "Authorization: Bearer $env:TOKEN" \`\n -d '${BODY}'`,
		],
	],
	'browsers, "Copy as cURL"': [
		[
			'Chrome on Linux and macOS',
			`curl '${URL}' \\\n  -X 'PUT' \\\n  -H 'accept: */*' \\\n  -H 'accept-language: de-DE,de;q=0.9' \\\n  -H 'authorization: Bearer <ACCESS_TOKEN>' \\\n  -H 'content-type: application/json' \\\n  -H 'sec-ch-ua: "Chromium";v="126", "Not/A)Brand";v="8"' \\\n  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' \\\n  --data-raw '${BODY}' \\\n  --compressed`,
		],
		[
			'Chrome with an apostrophe',
			`curl '${URL}' \\\n  -X 'PUT' \\\n  -H 'authorization: Bearer <ACCESS_TOKEN>' \\\n  --data-raw ${quote.ansi(HARD_BODY)}`,
			hard,
		],
		[
			'Chrome on Windows (cmd)',
			`curl ${quote.cmd(URL)} ^\n  -X ^"PUT^" ^\n  -H ^"accept: */*^" ^\n  -H ${quote.cmd(AUTHORIZATION)} ^\n  -H ${quote.cmd('sec-ch-ua: "Chromium";v="126"')} ^\n  --data-raw ${quote.cmd(BODY)}`,
		],
		[
			'Chrome on Windows (cmd), more signs',
			`curl ${quote.cmd(URL)} ^\n  -X ^"PUT^" ^\n  -H ${quote.cmd(AUTHORIZATION)} ^\n  --data-raw ${quote.cmd(PRETTY.replace('Ada', "A&d|a 50%20 O'K <b>"))}`,
			{ context: { session: { ...session.session, first_name: "A&d|a 50%20 O'K <b>" } } },
		],
		[
			'Chrome on Windows (cmd), CRLF',
			`curl ${quote.cmd(URL)} ^\n  -X ^"PUT^" ^\n  -H ${quote.cmd(AUTHORIZATION)} ^\n  --data-raw ${quote.cmd(PRETTY)}`.replaceAll(
				'\n',
				'\r\n',
			),
		],
		[
			'Chrome on Windows (cmd), before 2023',
			`curl "${URL}" ^\n  -X "PUT" ^\n  -H ${quote.oldCmd(AUTHORIZATION)} ^\n  --data-raw ${quote.oldCmd(BODY)} ^\n  --compressed`,
		],
		[
			'Chrome on Windows (cmd), before 2023, on one line',
			`curl "${URL}" -X "PUT" -H ${quote.oldCmd(AUTHORIZATION)} --data-raw ${quote.oldCmd(BODY)}`,
		],
		[
			'Chrome on Windows (bash)',
			`curl '${URL}' \\\r\n  -X 'PUT' \\\r\n  -H '${AUTHORIZATION}' \\\r\n  --data-raw '${BODY}'`,
		],
		[
			'Firefox',
			`curl '${URL}' -X PUT -H 'User-Agent: Mozilla/5.0' -H 'Accept: */*' --compressed -H '${AUTHORIZATION}' -H 'DNT: 1' --data-raw '${BODY}'`,
		],
		[
			'Firefox on Windows, before 2020',
			`curl "${URL}" -X PUT -H "${AUTHORIZATION}" --data ${quote.windowsDoubled(BODY)}`,
		],
		[
			'Safari',
			`curl '${URL}' \\\n-X 'PUT' \\\n-H '${AUTHORIZATION}' \\\n-H 'Priority: u=3, i' \\\n--data-binary '${BODY}'`,
		],
	],
	'API clients': [
		[
			'Postman',
			`curl --location --globoff --request PUT '${URL}' \\\n--header 'Content-Type: application/json' \\\n--header 'Authorization: Bearer {{token}}' \\\n--header 'Postman-Token: 0f3c9d52-2f3b-4c66-9a52-0d8f3c1b7e11' \\\n--data '${PRETTY}'`,
		],
		[
			'Postman for Windows',
			`curl --location --request PUT "${URL}" ^\n--header "Content-Type: application/json" ^\n--header "Authorization: Bearer {{token}}" ^\n--data ${quote.windows(PRETTY)}`,
		],
		[
			'Insomnia',
			`curl --request PUT \\\n  --url '${URL}' \\\n  --header 'Authorization: Bearer YOUR_TOKEN' \\\n  --header 'User-Agent: insomnia/9.3.2' \\\n  --data '${PRETTY}'`,
		],
		[
			'Bruno',
			`curl --request PUT \\\n  --url ${URL} \\\n  --header 'authorization: Bearer {{accessToken}}' \\\n  --header 'content-type: application/json' \\\n  --data '${PRETTY}'`,
		],
		[
			'Hoppscotch',
			`curl --request PUT \\\n  --url '${URL}' \\\n  --header 'Authorization: Bearer <<token>>' \\\n  --data '${BODY}'`,
		],
		[
			'Swagger UI',
			`curl -X 'PUT' \\\n  '${URL}' \\\n  -H 'accept: application/json' \\\n  -H 'Authorization: Bearer string' \\\n  -d '${PRETTY}'`,
		],
		[
			'user and password as placeholders',
			`curl -X PUT '${URL}' -u '<user>:<password>' -d '${BODY}'`,
		],
		['--oauth2-bearer', `curl -X PUT '${URL}' --oauth2-bearer "$TOKEN" -d '${BODY}'`],
	],
	'documents and chats': [
		['Markdown', `Start the flow:\n\n\`\`\`bash\n${DOCUMENTED}\n\`\`\`\n\nIt answers with JSON.`],
		['Markdown, three backticks on one line', `\`\`\`${ONE_LINE}\`\`\``],
		['Markdown, in a sentence', `Run \`${ONE_LINE}\` once, and it's done.`],
		[
			'Markdown, in a sentence, with an apostrophe',
			`Run \`curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${quote.bash(HARD_BODY)}\` once, it's done.`,
			hard,
		],
		[
			'Markdown, in a sentence that goes on with an address',
			`Run \`${ONE_LINE}\` or see https://docs.example/start`,
		],
		['Markdown, quoted', DOCUMENTED.replace(/^/gm, '> ')],
		['Markdown, a list', `1. Open a terminal\n2. ${ONE_LINE}\n`],
		['Word', quote.autoformat(DOCUMENTED).replaceAll(' ', '\u00a0')],
		['Word, soft line breaks', quote.autoformat(DOCUMENTED).replaceAll('\n', '\v')],
		['Word, single quotes kept', ONE_LINE.replaceAll('"', '”')],
		['Word, en dashes', quote.autoformat(ONE_LINE).replaceAll(' -', ' –')],
		[
			'Word, long options',
			quote.autoformat(`curl --request PUT "${URL}" --header "${AUTHORIZATION}" --data '${BODY}'`),
		],
		[
			'LibreOffice, en dashes for long options',
			quote
				.autoformat(`curl --request PUT "${URL}" --header "${AUTHORIZATION}" --data '${BODY}'`)
				.replaceAll('—', '–'),
		],
		[
			'Word, a header with an address',
			`curl -X PUT ${URL} -H ‘Referer: https://other.example’ -d ‘${BODY}’`,
		],
		['Word, a cluster behind an en dash', `curl –X PUT ${URL} –kd '${SMALL}'`, small],
		['Word in German', ONE_LINE.replace(/"([^"]*)"/g, '„$1“')],
		[
			'Google Docs',
			quote.autoformat(DOCUMENTED).replaceAll('\n', '\u2028').replaceAll('  ', ' \u00a0'),
		],
		['Slack', quote.autoformat(ONE_LINE).replace(`‘${URL}’`, `<${URL}>`)],
		['Notion', `\ufeff${DOCUMENTED.replaceAll(' -', ' \u200b-')}\u200b`],
		['non-breaking hyphens', ONE_LINE.replaceAll(' -', ' \u2011')],
		[
			'an apostrophe in typographic quotes',
			`curl -X PUT ${URL} -d ‘{“slug”:“demo-1”,“context”:{“a”:“it’s”}}’`,
			{ slug: 'demo-1', context: { a: 'it’s' } },
		],
		[
			'typographic quotes that belong to a text',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{"a":"“so” ‘it’ is — –","b":"\u00a0\u200b"}}'`,
			{ slug: 'demo-1', context: { a: '“so” ‘it’ is — –', b: '\u00a0\u200b' } },
		],
		['a link in brackets', `curl -X PUT [${URL}](${URL}) -d '${SMALL}'`, { ...small }],
		['a sentence before it', `Here's what I use to curl the QA flow, it's easy: ${ONE_LINE}`],
		['a sentence behind it', `${DOCUMENTED}\n\nThat's all – “easy”, isn't it?`],
		['a line behind it', `${DOCUMENTED}\nThat's all.`],
		[
			'a mail',
			`Hi Ada,\n\nhere is the request:\n\n    ${DOCUMENTED.replaceAll('\n', '\n    ')}\n\n--\nBob's mail`,
		],
		["a page's source", quote.html(DOCUMENTED)],
		[
			"a page's source with an apostrophe",
			quote.html(`curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${quote.bash(HARD_BODY)}`),
			hard,
		],
		[
			"a page's source with brackets in a text",
			quote.html(withBody(`'{"slug":"demo-1","context":{"a":"<b> & c"}}'`)),
			{ slug: 'demo-1', context: { a: '<b> & c' } },
		],
		[
			"a page's source without its quotes",
			ONE_LINE.replace('<ACCESS_TOKEN>', '&lt;ACCESS_TOKEN&gt;'),
		],
	],
	'apostrophes that nobody escaped': [
		...["O'Brien", "L'Aquila", "rock'n'roll", "'tis", "the boys'", "it's 5 o'clock", "'"].map(
			(text): Understood => [
				text,
				DOCUMENTED.replace('"Ada"', JSON.stringify(text)),
				{ context: { session: { ...session.session, first_name: text } } },
			],
		),
		[
			'in front of a sign that closes something',
			withBody(`'{"slug":"demo-1","context":{"a":"x'","b":["y'"],"c":"z' -d"}}'`),
			{ slug: 'demo-1', context: { a: "x'", b: ["y'"], c: "z' -d" } },
		],
		['in a header', withHeader("X-Name: O'Brien")],
		['several in a header', withHeader("X-Name: rock'n'roll at https://other.example")],
		[
			'as programs escape them',
			withBody(`'{"slug":"demo-1","context":{"a":"it\\'s"}}'`),
			{ slug: 'demo-1', context: { a: "it's" } },
		],
		['with quotes of another kind', withBody(quote.spliced(HARD_BODY)), hard],
	],
	'quotes and a token that are missing': [
		['the last quote', ONE_LINE.slice(0, -1)],
		['the last quote, and a sentence behind it', `${ONE_LINE.slice(0, -1)}\nThat's all.`],
		['all around the body', withBody(SMALL), small],
		['around the body, before the address', `curl -X PUT -d ${SMALL} ${URL}`, small],
		['a token deleted with its quote', DOCUMENTED.replace("<ACCESS_TOKEN>'", '')],
		['the same on one line', ONE_LINE.replace("<ACCESS_TOKEN>'", '')],
		["half of a token's brackets", ONE_LINE.replace('<ACCESS_TOKEN>', '<ACCESS_TOKEN')],
		['the other half', ONE_LINE.replace('<ACCESS_TOKEN>', 'your-token>')],
		[
			'directly before the address',
			`curl -X PUT -H 'Authorization: Bearer 'https://a.example/start' -d '${SMALL}'`,
			{ ...small, url: 'https://a.example/start' },
		],
		[
			'a token deleted with its quote, directly before the body',
			`curl -X PUT -H 'Authorization: Bearer -d '${SMALL}' ${URL}`,
			small,
		],
		...['-d', '--data', '--data-raw', '--json', '--data=', '-d \\\n '].map(
			(option): Understood => [
				`the same in a header without a word, in front of ${option}`,
				`curl -X PUT -H 'a: ${option} '${SMALL}' ${URL}`,
				small,
			],
		),
		...["'", '"'].map(
			(sign): Understood => [
				`the ${sign} of a header that holds an address`,
				`curl -X PUT '${URL}' \\\n  -H ${sign}Referer: https://other.example \\\n  -d '${BODY}'`,
			],
		),
		['quotes around the option', `curl -X PUT ${URL} "-d" '${SMALL}'`, small],
		[
			'directly before an address that is not encrypted',
			`curl -X PUT -H 'Authorization: Bearer 'http://a.example/start' -d '${SMALL}'`,
			{ ...small, url: 'http://a.example/start' },
		],
		['a line deleted with its quote', DOCUMENTED.replace(`${JSON_TYPE}'`, '')],
	],
	'mails and documents that quote': [
		['> >', quote.eachLine(DOCUMENTED, () => '> > ')],
		['>>', quote.eachLine(DOCUMENTED, () => '>> ')],
		['>', quote.eachLine(DOCUMENTED, () => '>')],
		['three times', quote.eachLine(DOCUMENTED, () => '> >> ')],
		['line numbers', quote.eachLine(DOCUMENTED, (line) => `${line}  `)],
		['line numbers and a tab', quote.eachLine(DOCUMENTED, (line) => `  ${line}\t`)],
		['line numbers with a colon', quote.eachLine(DOCUMENTED, (line) => `${line + 41}: `)],
		['line numbers with a bar', quote.eachLine(DOCUMENTED, (line) => `${line} | `)],
		[
			'line numbers behind a sentence',
			`Here it is:\n${quote.eachLine(DOCUMENTED, (line) => `${line}. `)}\n`,
		],
		[
			'numbers on lines of their own are no line numbers',
			withBody(`'{"slug":"demo-1","context":{"a":[\n  1\n],"b":[\n  2\n]}}'`),
			{ slug: 'demo-1', context: { a: [1], b: [2] } },
		],
		['> and old line ends', quote.eachLine(DOCUMENTED, () => '> ').replaceAll('\n', '\r')],
		['a sign that ends a text elsewhere', DOCUMENTED.replace(' -X', '\0 -X')],
		['two backslashes at line ends', DOCUMENTED.replaceAll('\\\n', '\\\\\n')],
		[
			'lines that a mail has wrapped',
			ONE_LINE.replace('Bearer <ACCESS_TOKEN>', '\nBearer <your access\ntoken>').replace(
				'Type: app',
				'Type:\napp',
			),
		],
		["a mail's link", ONE_LINE.replace(`'${URL}'`, `${URL}<${URL}>`)],
		["a mail's link in quotes", ONE_LINE.replace(URL, `${URL}<${URL}>`)],
		["a mail's link behind a blank", ONE_LINE.replace(`'${URL}'`, `${URL} <${URL}>`)],
		['a link with its text', ONE_LINE.replace(`'${URL}'`, `<${URL}|flows.example.com>`)],
	],
	'a text that holds the command as a text': [
		['JSON', JSON.stringify(DOCUMENTED)],
		["n8n's view of an item", JSON.stringify([{ n: 1, curl: DOCUMENTED }], null, 2)],
		["a line of n8n's view", `"startEventRequest": ${JSON.stringify(DOCUMENTED)},`],
		[
			'JSON, with all that is hard',
			JSON.stringify({ curl: withBody(quote.bash(HARD_BODY)) }),
			hard,
		],
		[
			"a shell's text, with an escape that JSON does not know",
			`eval "curl -X PUT '${URL}' -w '\\%' -d '${SMALL.replaceAll('"', '\\"')}'"`,
			small,
		],
		['JSON, double quotes', JSON.stringify(withBody(quote.bashDouble(HARD_BODY))), hard],
		['a cell', quote.cell(DOCUMENTED)],
		['a cell among others', `QA\t${quote.cell(DOCUMENTED)}\tok\n`],
		['a cell with all that is hard', quote.cell(withBody(quote.bash(HARD_BODY))), hard],
	],
	'a body that does not stand behind its option': [
		[
			"$(cat <<'EOF'",
			`curl -X PUT \\\n  -d "$(cat <<'EOF'\n${PRETTY}\nEOF\n)" \\\n  -H '${AUTHORIZATION}' '${URL}'`,
		],
		[
			"$(cat <<'EOF' on a line of its own",
			`curl -X PUT '${URL}' -d "$(\n  cat <<'EOF'\n${PRETTY}\nEOF\n)"`,
		],
		...[
			['$(cat<<EOF', 'EOF\n)'],
			['"$(cat  <<  "EOF"', 'EOF\n)"'],
			['"$(cat << \\EOF', 'EOF\n  )"'],
			['“$(cat <<-EOF', 'EOF\n)”'],
		].map(
			([opening = '', closing = '']): Understood => [
				`${opening} in front of other options`,
				`curl -d ${opening}\n${BODY}\n${closing} -X PUT ${URL}`,
			],
		),
		['<<EOF', `curl -X PUT '${URL}' -d @- <<EOF\n${PRETTY}\nEOF`],
		["<<'EOF'", `curl -X PUT '${URL}' -d @- <<'EOF'\n${HARD_BODY}\nEOF\necho done`, hard],
		[
			'<<EOF, with what bash undoes there',
			`curl -X PUT '${URL}' --data-binary @- <<- EOF\n${HARD_BODY.replace(/[\\$`]/g, '\\$&')}\nEOF`,
			hard,
		],
		['cat and a pipe', `cat <<EOF | curl -X PUT '${URL}' -d @-\n${PRETTY}\nEOF`],
		['cat and a pipe, without blanks', `cat<<EOF|curl -X PUT '${URL}' -d @-\n${PRETTY}\nEOF`],
		[
			'cat and a pipe, on several lines',
			`cat << EOF | curl -X PUT \\\n  '${URL}' \\\n  -d @-\n  ${BODY}\nEOF`,
		],
		[
			'a variable in the middle of a script',
			`if true; then\n\texport  B='${BODY}'  ;\n\tcurl -X PUT '${URL}' -d "$B"\nfi`,
		],
		['a variable in a quoted mail', `> B='${BODY}'\n> curl -X PUT '${URL}' -d "$B"`],
		['a variable, with line numbers', `9 B='${BODY}'\n10 curl -X PUT '${URL}' -d "$B"`],
		...[
			`cat <<EOF | /usr/bin/curl -X PUT '${URL}' -d @-\n${BODY}\nEOF`,
			`echo  -n '${BODY}' | /usr/bin/curl -X PUT '${URL}' -d @-`,
			`printf  %s '${BODY}' \\\n  | \\\n  curl -X PUT '${URL}' -d @-`,
			`cat<<<'${BODY}'|curl -X PUT '${URL}' -d @-`,
			`cat  <<<  '${BODY}'  |  curl -X PUT '${URL}' -d @-`,
		].map((pasted): Understood => [pasted.replace(BODY, '…'), pasted]),
		['echo and a pipe', `echo '${BODY}' | curl -X PUT '${URL}' --json @-`],
		['<<<', `curl -X PUT '${URL}' -d @- <<< '${BODY}'`],
		['a variable', `BODY='${BODY}'\ncurl -X PUT '${URL}' -d "$BODY"`],
	],
	'a script that has signs behind the address': [
		...[
			`RES=$(curl -s -X PUT -d '${SMALL}' "${URL}")`,
			`(curl -X PUT -d '${SMALL}' '${URL}')`,
			`(curl -X PUT -d '${SMALL}' ${URL})`,
			`$r = (irm -Method PUT -Body '${SMALL}' -Uri '${URL}')`,
			`(irm -Method PUT -Body '${SMALL}' -Uri '${URL}').id`,
			`curl -X PUT -d '${SMALL}' "${URL}">out.json`,
			`curl -X PUT -d '${SMALL}' ${URL};echo x`,
			`curl -X PUT -d '${SMALL}' "${URL}";echo x`,
			`curl -X PUT -d '${SMALL}' '${URL}':`,
			`curl -X PUT -d '${SMALL}' "${URL}".`,
			`curl -X PUT -d '${SMALL}' "${URL}", and that is all`,
		].map((pasted): Understood => [pasted, pasted, small]),
		[
			'an apostrophe in it',
			`fetch("https://a.example/o'brien/start", {method: "PUT", body: ${SMALL}})`,
			{ ...small, url: "https://a.example/o'brien/start" },
		],
		[
			'a variable of a program',
			`const body = ${SMALL};\nfetch("${URL}", {method: "PUT", body: JSON.stringify(body)})`,
			small,
		],
		[
			'a text in a variable of a program',
			`const payload = '${SMALL}';\nfetch('http://a.example', { method: 'PUT', body: payload });`,
			{ ...small, url: 'http://a.example' },
		],
		[
			'a program on many lines',
			`fetch(\n\t"${URL}",\n\t{\n\t\tmethod: "PUT",\n\t\tbody: JSON.stringify(\n\t\t\t${SMALL}\n\t\t)\n\t}\n)`,
			small,
		],
		['printf', `printf '%s' '${SMALL}' | curl -X PUT ${URL} -d @-`, small],
	],
	'API clients that escape too much': [
		[
			'! and # with a backslash',
			withBody(
				`"{\\"slug\\":\\"demo-1\\",\\"context\\":{\\"a\\":\\"50 \\# \\! \\$x \\\`y\\\`\\"}}"`,
			),
			{ slug: 'demo-1', context: { a: '50 # ! $x `y`' } },
		],
		['all of them', withBody(quote.postmanDouble(HARD_BODY)), hard],
		[
			'! with a backslash in single quotes',
			withBody(`'{"slug":"demo-1","context":{"a":"hi\\!"}}'`),
			{ slug: 'demo-1', context: { a: 'hi!' } },
		],
		[
			'every sign with a backslash, as bash prints it',
			`curl -X PUT ${URL} -d ${HARD_BODY.replace(/[^\w:/.-]/g, '\\$&')}`,
			hard,
		],
	],
	"browsers' more recent ways": [
		[
			'Chrome on Windows (cmd)',
			`curl ${quote.chromeCmd(URL)} ^\n  -X ^"PUT^" ^\n  -H ${quote.chromeCmd(AUTHORIZATION)} ^\n  --data-raw ${quote.chromeCmd(HARD_BODY)}`,
			hard,
		],
		[
			'Chrome on Windows (cmd), a line break and a path in a text',
			`curl ${quote.chromeCmd(URL)} ^\n  -X ^"PUT^" ^\n  --data-raw ${quote.chromeCmd(JSON.stringify({ slug: SLUG, context: { a: 'x\ny "C:\\new"' } }))}`,
			{ context: { a: 'x\ny "C:\\new"' } },
		],
		[
			'Chrome on Windows (cmd), an address with &',
			`curl ${quote.chromeCmd(`${URL}&a=b%20c`)} ^\n  -X ^"PUT^" ^\n  --data-raw ${quote.chromeCmd(PRETTY)}`,
			{ url: `${URL}&a=b%20c` },
		],
		[
			'Chrome, "Copy as PowerShell"',
			`$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n$session.UserAgent = "Mozilla/5.0 (compatible; +https://bot.example)"\nInvoke-WebRequest -UseBasicParsing -Uri "${URL}" \`\n-Method "PUT" \`\n-WebSession $session \`\n-Headers @{\n"authorization"="Bearer <ACCESS_TOKEN>"\n  "referer"="https://app.example/"\n} \`\n-ContentType "application/json" \`\n-Body ${quote.chromePowerShell(HARD_BODY)}`,
			hard,
		],
		[
			'Chrome, "Copy as fetch"',
			`fetch("${URL}", ${JSON.stringify({ headers: { authorization: 'Bearer <ACCESS_TOKEN>' }, referrer: 'https://app.example/', body: HARD_BODY, method: 'PUT', mode: 'cors' }, null, 2)});`,
			hard,
		],
		[
			'a fetch by hand',
			`const answer = await fetch('${URL}', {\n\tmethod: 'PUT',\n\theaders: { Authorization: 'Bearer ' + token },\n\tbody: JSON.stringify(${PRETTY}),\n});`,
		],
		...[`"body":"`, `'body' : '`, "body:'", 'body: "', '"body" : "'].map(
			(name): Understood => [
				`a fetch with ${name}`,
				`fetch("${URL}", {${name.replace('body', 'method')}PUT${name.slice(-1)}, ${name}${HARD_BODY.replace(name.endsWith('"') ? /[\\"]/g : /[\\']/g, '\\$&')}${name.slice(-1)}})`,
				hard,
			],
		),
		[
			'a fetch by hand, the body a text',
			`await fetch(\`${URL}\`, { method: "PUT", body: '${HARD_BODY.replace(/[\\']/g, '\\$&')}' })`,
			hard,
		],
	],
	"PowerShell's own command": [
		[
			'on one line',
			`Invoke-RestMethod -Uri '${URL}' -Method Put -ContentType 'application/json' -Body '${BODY}'`,
		],
		[
			'a here-string in a variable',
			`$headers = @{ Authorization = "Bearer $env:TOKEN" }\n$body = @"\n${PRETTY}\n"@\n\n$response = Invoke-RestMethod '${URL}' -Method 'PUT' -Headers $headers -Body $body\n$response | ConvertTo-Json`,
		],
		[
			'a here-string that holds a quote',
			`$body = @'\n${HARD_BODY}\n'@\nInvoke-RestMethod -Method:PUT -Uri:"${URL}" -Body:$body`,
			hard,
		],
		[
			'a here-string in place',
			`Invoke-WebRequest -Uri ${URL} -Method PUT -Body @'\n${HARD_BODY}\n'@ -ContentType application/json`,
			hard,
		],
		[
			'a here-string with backticks',
			`irm ${URL} -Method PUT -Body @"\n${HARD_BODY.replace(/[$`]/g, '`$&')}\n"@`,
			hard,
		],
		[
			'line breaks and tabs with backticks',
			`irm ${URL} -Method PUT -Body "{\`r\`n\`t\`"slug\`":\`"demo-1\`",\`n\`"context\`":{}}"`,
			{ slug: 'demo-1', context: {} },
		],
		['curl, which is another name of it', `curl -Uri "${URL}" -Method PUT -Body '${SMALL}'`, small],
	],
};

describe('a request is understood', () => {
	describe.each(Object.entries(understood))('from %s', (_source, cases) => {
		test.each(cases)('%s', (_name, pasted, expected = {}) => {
			deepStrictEqual(read(pasted), {
				...{ url: URL, slug: SLUG, context: session },
				...expected,
			});
		});
	});

	test.each([
		...['', '<ACCESS_TOKEN>', '<your token>', '$TOKEN', '${TOKEN}', '$(cat token)', '%TOKEN%'],
		...['{{token}}', '{{ $json.token }}', '{token}', '[token]', '***', '********', 'xxxxxxxx'],
		...['XXXX-XXXX', '...', '…', '•••••', 'YOUR_TOKEN', 'YOUR-ACCESS-TOKEN', 'yourAccessToken'],
		...[
			'your token here',
			'ACCESS_TOKEN',
			'TOKEN',
			'token',
			'REDACTED',
			'[REDACTED]',
			'ACME_API_KEY',
		],
		...['<hidden>', '%3CACCESS_TOKEN%3E', '__TOKEN__', '****a1b2', 'INSERT_YOUR_SECRET_HERE'],
	])('with the placeholder "%s"', (placeholder) => {
		const pasted = ONE_LINE.replace('<ACCESS_TOKEN>', placeholder);
		expect(read(pasted).slug).toBe(SLUG);
	});
});
