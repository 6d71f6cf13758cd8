import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';

import session from '../../../stand-in/session.json';
import { NotSentError } from '../../../nodes/TriggerFlow/rules/errors/failure';
import {
	exampleContext,
	parseStartEvent,
	type StartEventRequest,
} from '../../../nodes/TriggerFlow/rules/startEvent/parseStartEvent';
import { anyText } from '../anyText.mts';
import * as quote from './quoting.mts';

const URL = 'https://flows.example.com/v1/start/?tenant=7';
const SLUG = 'site-builder-sign-up-7h2m9x';
const AUTHORIZATION = 'Authorization: Bearer <ACCESS_TOKEN>';
const JSON_TYPE = 'Content-Type: application/json';
const BODY = JSON.stringify({ slug: SLUG, context: session });
const PRETTY = JSON.stringify({ slug: SLUG, context: session }, null, 2);
const SMALL = '{"slug":"demo-1","context":{"a":1}}';
const HARD = {
	quote: 'it\'s "so"',
	percent: '100% %20',
	backslash: 'a\\b',
	wide: 'Zoë 😀',
	mark: '!',
};
const HARD_BODY = JSON.stringify({ slug: SLUG, context: HARD });
const SECRET = 'x9KfQ2vLw7TzR4mB8nYc';

const DOCUMENTED = `curl -X PUT '${URL}' \\
  -H '${AUTHORIZATION}' \\
  -H '${JSON_TYPE}' \\
  -d '${PRETTY}'`;
const ONE_LINE = `curl -X PUT '${URL}' -H '${AUTHORIZATION}' -H '${JSON_TYPE}' -d '${BODY}'`;

type Understood = [name: string, pasted: string, expected?: Partial<StartEventRequest>];
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
			{ ...small, url: 'https://a.example/x;v=1?b=2&c=3', token: 'none' },
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
		['no token', `curl -X PUT '${URL}' -H '${JSON_TYPE}' -d '${BODY}'`, { token: 'none' }],
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
			{ slug: 'demo-1', context: {}, token: 'none' },
		],
		[
			'a dollar sign in single quotes',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{"a":"$HOME"}}'`,
			{ slug: 'demo-1', context: { a: '$HOME' }, token: 'none' },
		],
		[
			'an own key __proto__',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{"__proto__":{"a":1}}}'`,
			{ slug: 'demo-1', context: JSON.parse('{"__proto__":{"a":1}}'), token: 'none' },
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
	PowerShell: [
		['backticks', `curl.exe -X PUT '${URL}' \`\n  -H '${AUTHORIZATION}' \`\n  -d '${BODY}'`],
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
			{ slug: 'demo-1', context: { a: 'it’s' }, token: 'none' },
		],
		[
			'typographic quotes that belong to a text',
			`curl -X PUT '${URL}' -d '{"slug":"demo-1","context":{"a":"“so” ‘it’ is — –","b":"\u00a0\u200b"}}'`,
			{ slug: 'demo-1', context: { a: '“so” ‘it’ is — –', b: '\u00a0\u200b' }, token: 'none' },
		],
		[
			'a link in brackets',
			`curl -X PUT [${URL}](${URL}) -d '${SMALL}'`,
			{ ...small, token: 'none' },
		],
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
			"a page's source without its quotes",
			ONE_LINE.replace('<ACCESS_TOKEN>', '&lt;ACCESS_TOKEN&gt;'),
		],
	],
};

describe('a request is understood', () => {
	describe.each(Object.entries(understood))('from %s', (_source, cases) => {
		test.each(cases)('%s', (_name, pasted, expected = {}) => {
			deepStrictEqual(parseStartEvent(pasted), {
				...{ url: URL, slug: SLUG, context: session, token: 'placeholder' },
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
		expect(parseStartEvent(pasted).token).toBe('placeholder');
	});
});

type Refused = [name: string, pasted: string, sentence: RegExp];

const withBody = (body: string) => `curl -X PUT '${URL}' -H '${AUTHORIZATION}' -d ${body}`;

const refused: Record<string, Refused[]> = {
	'what was pasted': [
		['nothing', '', /is missing/],
		['blanks', ' \n\u00a0 ', /is missing/],
		['a sentence', 'Please start the flow.', /not a curl command/],
		['an address', URL, /not a curl command/],
		['only the body', PRETTY, /not a curl command/],
		[
			'HTTPie',
			`http PUT '${URL}' Authorization:'Bearer $TOKEN' slug=demo-1 context:={}`,
			/not a curl command/,
		],
		['wget', `wget --method=PUT --body-data='${SMALL}' '${URL}'`, /not a curl command/],
		['fetch', `fetch("${URL}", { "method": "PUT", "body": "{}" });`, /not a curl command/],
		[
			'PowerShell',
			`Invoke-WebRequest -UseBasicParsing -Uri "${URL}" \`\n-Method "PUT" \`\n-Headers @{ "Authorization"="Bearer <ACCESS_TOKEN>" } \`\n-Body "{}"`,
			/not a curl command/,
		],
		[
			"PowerShell's own curl",
			`curl -Uri "${URL}" -Method PUT -Body '${SMALL}'`,
			/not a curl command/,
		],
		['a program whose name ends like it', `libcurl -X PUT ${URL}`, /not a curl command/],
		['two commands', `${DOCUMENTED}\n\n${DOCUMENTED}`, /more than one curl command/],
		['--next', `${ONE_LINE} --next ${URL}`, /more than one curl command/],
		['too much', `${ONE_LINE}\n${'x'.repeat(1_000_000)}`, /too long .*1,000,000 characters/],
		['thousands of words', `${ONE_LINE}${' -v'.repeat(6_000)}`, /too long .*thousands of words/],
		['a quote that is never closed', ONE_LINE.slice(0, -1), /quote .* nothing closes/],
		[
			'an apostrophe in single quotes',
			withBody(`'{"slug":"demo-1","context":{"a":"it's"}}'`),
			/quote .* nothing closes/,
		],
		[
			'body without quotes',
			withBody('{"slug": "demo-1", "context": {}}'),
			/words in it that belong to nothing/,
		],
	],
	'the method': [
		['GET', ONE_LINE.replace('PUT', 'GET'), /method .* GET, .* PUT/],
		['POST', ONE_LINE.replace('PUT', 'POST'), /method .* POST, .* PUT/],
		['PATCH', ONE_LINE.replace('PUT', 'PATCH'), /method .* PATCH, .* PUT/],
		['DELETE', ONE_LINE.replace('PUT', 'DELETE'), /method .* DELETE, .* PUT/],
		['OPTIONS', ONE_LINE.replace('PUT', 'OPTIONS'), /method .* OPTIONS, .* PUT/],
		['an empty one', ONE_LINE.replace('PUT', "''"), /method .* POST, .* PUT/],
		['none with --data-urlencode', `curl '${URL}' --data-urlencode a=b`, /method .* POST, .* PUT/],
		['none with -F', `curl '${URL}' -F a=b`, /method .* POST, .* PUT/],
		['none with --form-string', `curl '${URL}' --form-string a=b`, /method .* POST, .* PUT/],
		['none with -G', `curl '${URL}' -d a=b -G`, /method .* GET, .* PUT/],
		['none with a body', ONE_LINE.replace('-X PUT', ''), /method .* POST, .* PUT/],
		['none without a body', `curl '${URL}'`, /method .* GET, .* PUT/],
		['-I', `curl -I '${URL}'`, /method .* HEAD, .* PUT/],
		['an unknown one', ONE_LINE.replace('PUT', 'START'), /method .* another one, .* PUT/],
		['a variable', ONE_LINE.replace('PUT', '$METHOD'), /method .* another one, .* PUT/],
	],
	'the address': [
		['none', `curl -X PUT -d '${SMALL}'`, /no web address/],
		['a file', `curl -X PUT ./start -d '${SMALL}'`, /not a complete web address/],
		['no scheme', `curl -X PUT flows.example.com/v1 -d '${SMALL}'`, /not a complete web address/],
		['ftp', `curl -X PUT ftp://flows.example.com/v1 -d '${SMALL}'`, /not a complete web address/],
		[
			'a blank in it',
			`curl -X PUT 'https://flows.example.com/a b' -d '${SMALL}'`,
			/not a complete web address/,
		],
		['only a scheme', `curl -X PUT https:// -d '${SMALL}'`, /not a complete web address/],
		['two', `curl -X PUT ${URL} https://other.example -d '${SMALL}'`, /two web addresses/],
		[
			'--url and another one',
			`curl -X PUT --url ${URL} https://other.example -d '${SMALL}'`,
			/two web addresses/,
		],
		['a variable', `curl -X PUT "https://$HOST/v1" -d '${SMALL}'`, /variable or a placeholder/],
		[
			'a placeholder',
			`curl -X PUT 'https://<your-host>/v1' -d '${SMALL}'`,
			/variable or a placeholder/,
		],
		[
			"an API client's variable",
			`curl -X PUT '{{baseUrl}}/v1' -d '${SMALL}'`,
			/variable or a placeholder/,
		],
	],
	'where the body comes from': [
		['nowhere', `curl -X PUT '${URL}' -H '${AUTHORIZATION}'`, /no body/],
		['an empty text', withBody("''"), /no body/],
		['blanks', withBody("' '"), /no body/],
		['-d @file behind a blank', withBody("' @body.json'"), /from a file/],
		['--form-string', `curl -X PUT '${URL}' --form-string slug=demo-1`, /form \(-F\)/],
		['the end of the command', `curl -X PUT '${URL}' -d`, /no body/],
		['-G', withBody(`'${SMALL}' -G`), /no body/],
		['two texts', withBody(`'${SMALL}' -d 'a=b'`), /more than one body/],
		['-d @file', withBody('@body.json'), /from a file/],
		['--data @file in quotes', withBody('"@body.json"'), /from a file/],
		['--data-binary @file', `curl -X PUT '${URL}' --data-binary @body.json`, /from a file/],
		['--json @file', `curl -X PUT '${URL}' --json @body.json`, /from a file/],
		['-d @-', `curl -X PUT '${URL}' -d @- <<EOF\n${SMALL}\nEOF`, /from a file/],
		['-T', `curl -T body.json '${URL}'`, /from a file/],
		['--upload-file', `curl -X PUT --upload-file body.json '${URL}'`, /from a file/],
		['-K', `curl -X PUT -K curl.txt '${URL}'`, /from a file/],
		['--data-urlencode', `curl -X PUT '${URL}' --data-urlencode 'slug=demo-1'`, /--data-urlencode/],
		['-F', `curl -X PUT '${URL}' -F slug=demo-1`, /form \(-F\)/],
		['a variable', withBody('"$BODY"'), /body .* variable/],
		[
			'a variable in double quotes',
			withBody('"{\\"slug\\":\\"$SLUG\\",\\"context\\":{}}"'),
			/body .* variable/,
		],
		[
			'a variable between single quotes',
			withBody(`'{"slug":"'"$SLUG"'","context":{}}'`),
			/body .* variable/,
		],
		['a command', withBody('"$(cat body.json)"'), /body .* variable/],
	],
	'what the body is': [
		[
			'a variable for the context',
			withBody(`'{"slug":"demo-1","context":$CONTEXT}'`),
			/variable or a placeholder .* line 1, column 28/,
		],
		[
			"an API client's variable",
			withBody(`'{"slug":"demo-1","context":{{context}}}'`),
			/variable or a placeholder .* line 1/,
		],
		[
			'a placeholder for a value',
			withBody(`'{"slug":"demo-1",\n"context":{"a":<number>}}'`),
			/variable or a placeholder .* line 2/,
		],
		[
			'a variable of Windows',
			withBody(`'{"slug":"demo-1","context":%CONTEXT%}'`),
			/variable or a placeholder .* line 1/,
		],
		[
			'a placeholder far down',
			withBody(`'{"slug":"demo-1",${'\n'.repeat(11)}"context":<context>}'`),
			/variable or a placeholder .* line 12, column 11$/,
		],
		[
			'a sign that does not belong there',
			withBody(`'{"slug":"demo-1","context":{},}'`),
			/not valid JSON: .* near "\}"/,
		],
		[
			'a long text that is no JSON',
			withBody(`'{"slug":"${'a'.repeat(20_000)}","context":$CONTEXT}'`),
			/is not valid JSON$/,
		],
		['no JSON', withBody("'slug=demo-1'"), /not valid JSON: .* line 1, column 1/],
		[
			'a comma too many',
			withBody(`'{\n  "slug": "demo-1",\n  "context": {},\n}'`),
			/not valid JSON: .* line 4, column 1/,
		],
		[
			'a comma too few',
			withBody(`'{"slug":"demo-1" "context":{}}'`),
			/not valid JSON: a comma is missing at line 1/,
		],
		['single quotes in it', withBody(`"{'slug':'demo-1','context':{}}"`), /not valid JSON/],
		[
			'quotes that the shell takes out',
			withBody(`"{"slug":"demo-1","context":{}}"`),
			/not valid JSON/,
		],
		['cut off', withBody(`'{"slug":"demo-1","context":{'`), /not valid JSON: .* end of the text/],
		[
			'a comment',
			withBody(`'{"slug":"demo-1", /* ! */ "context":{}}'`),
			/not valid JSON: a comment/,
		],
		['a list', withBody("'[]'"), /body .* a list/],
		['a text', withBody(`'"demo-1"'`), /body .* a text/],
		['null', withBody("'null'"), /body .*null/],
		[
			'nested without end',
			withBody(`'{"slug":"demo-1","context":${'{"a":'.repeat(600)}1${'}'.repeat(601)}'`),
			/nested too deeply/,
		],
	],
	'slug and context': [
		['no slug', withBody(`'{"context":{}}'`), /no slug/],
		['only the context', withBody(`'${JSON.stringify(session)}'`), /no slug/],
		['an inherited slug', withBody(`'{"__proto__":{"slug":"demo-1"},"context":{}}'`), /no slug/],
		['an empty slug', withBody(`'{"slug":" ","context":{}}'`), /slug .* empty/],
		['a number for a slug', withBody(`'{"slug":5,"context":{}}'`), /slug .* the number 5/],
		['null for a slug', withBody(`'{"slug":null,"context":{}}'`), /slug .*null/],
		['no context', withBody(`'{"slug":"demo-1"}'`), /no context/],
		['a list for a context', withBody(`'{"slug":"demo-1","context":[]}'`), /context .* a list/],
		['a text for a context', withBody(`'{"slug":"demo-1","context":"{}"}'`), /context .* a text/],
		['null for a context', withBody(`'{"slug":"demo-1","context":null}'`), /context .*null/],
		[
			'another key',
			withBody(`'{"slug":"demo-1","context":{},"email":"a@b.c"}'`),
			/"email" beside slug and context/,
		],
		['other keys', withBody(`'{"slug":"demo-1","context":{},"a":1,"b":2}'`), /"a", "b" beside/],
		[
			'the key __proto__',
			withBody(`'{"slug":"demo-1","context":{},"__proto__":1}'`),
			/"__proto__" beside/,
		],
	],
};

describe('a request is refused with a sentence about', () => {
	describe.each(Object.entries(refused))('%s', (_part, cases) => {
		test.each(cases)('%s', (_name, pasted, sentence) => {
			const { message, description } = refusalOf(pasted);
			expect(message).toMatch(sentence);
			expect(message).not.toContain('\n');
			expect(description).toMatch(/^\S.*\.$/);
		});
	});

	test.each([
		['nothing', '', /Copy the curl command from the flow's Start Event/],
		['a sentence', 'Please start the flow.', /begins with the word curl/],
		['too much', 'x'.repeat(1_000_001), /Paste only the curl command/],
		['two commands', `${DOCUMENTED}\n\n${DOCUMENTED}`, /Leave the one for the environment/],
		['an open quote', ONE_LINE.slice(0, -1), /end may be missing, or an apostrophe/],
		[
			'another method',
			ONE_LINE.replace('PUT', 'GET'),
			/stands behind -X \(or --request\): it has to be PUT/,
		],
		['no method', `curl '${URL}'`, /Without -X PUT, curl takes GET/],
		['no body', `curl -X PUT '${URL}'`, /behind -d \(or --data\)/],
		['two bodies', withBody(`'${SMALL}' -d 'a=b'`), /Leave one -d \(or --data\)/],
		['a file', withBody('@body.json'), /Put what is in the file in the place of its name/],
		['a variable', withBody('"$BODY"'), /Write an example value/],
		['a form', `curl -X PUT '${URL}' -F slug=demo-1`, /behind -d \(or --data\)/],
		['an encoded form', `curl -X PUT '${URL}' --data-urlencode 'a=b'`, /behind -d \(or --data\)/],
		[
			'a variable in the JSON',
			withBody(`'{"slug":"demo-1","context":$CONTEXT}'`),
			/Write an example value/,
		],
		['no JSON', withBody("'slug=demo-1'"), /Names and texts stand in double quotes/],
		['no slug', withBody(`'{"context":{}}'`), /^Copy the whole request/],
		['no context', withBody(`'{"slug":"demo-1"}'`), /"context": \{\}/],
		['a list for a context', withBody(`'{"slug":"demo-1","context":[]}'`), /named fields/],
		['another key', withBody(`'{"slug":"demo-1","context":{},"a":1}'`), /inside context/],
		[
			'nested without end',
			withBody(`'{"slug":"demo-1","context":${'{"a":'.repeat(600)}1${'}'.repeat(601)}'`),
			/Make the example in the flow simpler/,
		],
	])('and says what to do about %s', (_what, pasted, cure) => {
		expect(refusalOf(pasted).description).toMatch(cure);
	});

	test('with the first five of many further keys, each cut to a readable length', () => {
		const keys = ['a'.repeat(50), 'b', 'c', 'd', 'e', 'f'].map((key) => `"${key}":1`);
		const { message } = refusalOf(withBody(`'{"slug":"x","context":{},${keys.join(',')}}'`));
		expect(message).toContain(`"${'a'.repeat(29)}…", "b", "c", "d", "e", … beside`);
	});
});

const withHeader = (header: string) => ONE_LINE.replace(AUTHORIZATION, header);

const secrets: Array<[place: string, pasted: string]> = [
	['Authorization', withHeader(`Authorization: Bearer ${SECRET}`)],
	['authorization in small letters', withHeader(`authorization: bearer ${SECRET}`)],
	['Authorization without a scheme', withHeader(`Authorization: ${SECRET}`)],
	['another scheme', withHeader(`Authorization: Basic ${SECRET}`)],
	['a short one', withHeader('Authorization: Bearer abc')],
	['a scheme twice', withHeader(`Authorization: Bearer Bearer ${SECRET}`)],
	['Proxy-Authorization', withHeader(`Proxy-Authorization: Basic ${SECRET}`)],
	['x-api-key', withHeader(`x-api-key: ${SECRET}`)],
	['X-Auth-Token', withHeader(`X-Auth-Token: ${SECRET}`)],
	['a cookie header', withHeader(`Cookie: theme=***; session=${SECRET}`)],
	['-b', `${ONE_LINE} -b 'session=${SECRET}'`],
	['--cookie', `${ONE_LINE} --cookie=session=${SECRET}`],
	['-u', `${ONE_LINE} -u ada:${SECRET}`],
	['--user', `${ONE_LINE} --user '${SECRET}:'`],
	['--proxy-user', `${ONE_LINE} --proxy-user=ada:${SECRET}`],
	['--oauth2-bearer', `${ONE_LINE} --oauth2-bearer ${SECRET}`],
	['the address', ONE_LINE.replace('https://', `https://ada:${SECRET}@`)],
	["the proxy's address", `${ONE_LINE} -x http://ada:${SECRET}@proxy:8080`],
	['brackets that hold the real one', withHeader(`Authorization: Bearer <${SECRET}>`)],
	['quotes', withHeader(`Authorization: Bearer "${SECRET}"`)],
	[
		'cmd',
		`curl ${quote.cmd(URL)} ^\n -X PUT ^\n -H ${quote.cmd(`Authorization: Bearer ${SECRET}`)} ^\n -d ${quote.cmd(BODY)}`,
	],
	['a document', quote.autoformat(withHeader(`Authorization: Bearer ${SECRET}`))],
	['the second of two commands', `${ONE_LINE}\n${withHeader(`Authorization: Bearer ${SECRET}`)}`],
	['the text around it', `My token: Bearer ${SECRET}\n${ONE_LINE}`],
	['a web token around it', `eyJhbGciOiJIUzI1NiJ9.${SECRET}.${SECRET}\n${ONE_LINE}`],
	[
		'a request with the wrong method',
		withHeader(`Authorization: Bearer ${SECRET}`).replace('PUT', 'GET'),
	],
	['a request without a body', `curl -X PUT ${URL} -H 'x-api-key: ${SECRET}'`],
	['a request with an open quote', withHeader(`Authorization: Bearer ${SECRET}`).slice(0, -1)],
	[
		'a quote that is closed too early',
		`curl -X PUT ${URL} -H 'Authorization: Bearer ${SECRET} -d '${SMALL}'`,
	],
	['fetch', `fetch("${URL}", {"headers": {"authorization": "Bearer ${SECRET}"}, "method": "PUT"})`],
	['PowerShell', `Invoke-WebRequest -Uri ${URL} -Headers @{ "Authorization"="Bearer ${SECRET}" }`],
	['HTTPie', `http PUT ${URL} Authorization:"Bearer ${SECRET}"`],
	['no command at all', `Authorization: Bearer ${SECRET}`],
	['a text that is too long', `Bearer ${SECRET}${' '.repeat(1_000_001)}`],
];

describe('a real token is refused and never repeated', () => {
	test.each(secrets)('in %s', (_place, pasted) => {
		const error = refusalOf(pasted);
		expect(error.message).toMatch(/real access token/);
		expect(error.description).toMatch(/credential/);
		expect(error.message + error.description).not.toContain(SECRET.slice(0, 6));
	});

	test('wherever one is planted', () => {
		const token = fc.stringMatching(/^[A-Za-z0-9]{24,40}$/).filter((text) => /\d/.test(text));
		const place = fc.constantFrom<(token: string) => string>(
			(text) => withHeader(`Authorization: Bearer ${text}`),
			(text) => withHeader(`X-Api-Key: ${text}`),
			(text) => withHeader(`Cookie: a=${text}`),
			(text) => `${ONE_LINE} -u ${text}:${text}`,
			(text) => ONE_LINE.replace('https://', `https://${text}@`),
		);
		fc.assert(
			fc.property(token, place, (text, plant) => {
				const { message, description } = refusalOf(plant(text));
				expect(message).toMatch(/real access token/);
				expect(message + description).not.toContain(text.slice(0, 8));
			}),
		);
	});

	test('also in a request that is broken somewhere else', () => {
		const pasted = withHeader(`Authorization: Bearer ${SECRET}`);
		const broken = fc
			.tuple(fc.nat(pasted.length), fc.nat(8), fc.string({ maxLength: 4 }))
			.map(([at, length, put]) => pasted.slice(0, at) + put + pasted.slice(at + length));
		fc.assert(
			fc.property(broken, (text) => {
				const said = answerTo(text);
				expect(JSON.stringify(said)).not.toContain(SECRET.slice(0, 8));
			}),
			{ numRuns: 1_000 },
		);
	});
});

test.each([null, undefined, 5, {}])('%p is a request that is missing', (pasted) => {
	expect(refusalOf(pasted as string).message).toMatch(/is missing/);
});

test('the form has its example although a token is still in the request', () => {
	expect(exampleContext(withHeader(`Authorization: Bearer ${SECRET}`))).toEqual(session);
	expect(() => exampleContext(ONE_LINE.replace('PUT', 'GET'))).toThrow(NotSentError);
});

test('a placeholder, a variable or an ordinary word after Bearer is no token', () => {
	for (const word of [
		'token',
		'authentication',
		'<YOUR TOKEN>',
		'$TOKEN',
		'{{ token }}',
		'of news',
	]) {
		expect(refusalOf(`It wants a Bearer ${word} in the header`).message).toMatch(/not a curl/);
	}
});

test('no word from what looks like the body is repeated', () => {
	for (const part of [SECRET, `"${SECRET}" "b"`, `'${SECRET}'`, `{"slug":"a" "${SECRET}":1}`]) {
		const { message, description } = refusalOf(withBody(quote.bash(part)));
		expect(message).toMatch(/not valid JSON/);
		expect(message + description).not.toContain(SECRET.slice(0, 6));
	}
});

describe('whatever is pasted', () => {
	const parts = fc.constantFrom(
		...[
			'curl',
			'curl.exe',
			' ',
			'\n',
			'\\\n',
			'^\n',
			'`\n',
			"'",
			'"',
			"$'",
			'“',
			'”',
			'‘',
			'’',
			'^"',
		],
		...[
			'\\',
			'^',
			'`',
			'$',
			'-X PUT',
			'--request=',
			'-d',
			'-H',
			'--',
			'—',
			'@',
			'|',
			'&',
			';',
			'>',
			'<<',
		],
		...[
			URL,
			AUTHORIZATION,
			SMALL,
			'{',
			'}',
			'[',
			'"slug"',
			':',
			',',
			'{{a}}',
			'&quot;',
			'\u200b',
			'\u00a0',
		],
	);
	const likely = fc.array(fc.oneof(parts, anyText({ maxLength: 5 })), {
		maxLength: 40,
	});

	test('nothing is thrown but a NotSentError', () => {
		fc.assert(fc.property(anyText(), (text) => void answerTo(text)));
		fc.assert(
			fc.property(likely, (pieces) => void answerTo(`curl ${pieces.join('')}`)),
			{ numRuns: 3_000 },
		);
	});

	const key = fc.oneof(anyText(), fc.constantFrom('__proto__', 'a.b', '', "it's"));
	const { context } = fc.letrec((tie) => ({
		value: fc.oneof(
			{ maxDepth: 4 },
			fc.oneof(anyText(), fc.double(), fc.boolean(), fc.constant(null)),
			fc.array(tie('value'), { maxLength: 4 }),
			tie('context'),
		),
		context: fc
			.array(fc.tuple(key, tie('value')), { maxLength: 5 })
			.map((entries) => Object.fromEntries(entries) as object),
	}));
	const slug = anyText().filter((text) => text.trim() !== '');

	test.each([
		['bash', quote.bash],
		['double quotes of bash', quote.bashDouble],
		["$'…'", quote.ansi],
	])('slug and context come back from %s as they were', (_shell, quoted) => {
		fc.assert(
			fc.property(slug, context, fc.constantFrom(0, 2), (anySlug, anyContext, indent) => {
				const body = JSON.stringify({ slug: anySlug, context: anyContext }, null, indent);
				const pasted = `curl -X PUT ${quoted(URL)} \\\n -H ${quoted(AUTHORIZATION)} -d ${quoted(body)}`;
				deepStrictEqual(parseStartEvent(pasted), {
					...{ url: URL, token: 'placeholder' },
					...(JSON.parse(body) as object),
				});
			}),
			{ numRuns: 500 },
		);
	});
});

function answerTo(pasted: string): StartEventRequest | { message: string; description: string } {
	try {
		return parseStartEvent(pasted);
	} catch (error) {
		if (!(error instanceof NotSentError)) throw error;
		return { message: error.message, description: error.description };
	}
}

function refusalOf(pasted: string): { message: string; description: string } {
	const answer = answerTo(pasted);
	if (!('message' in answer)) throw new Error('The request was understood');
	return answer;
}
