import session from '../../../stand-in/session.json';
import { readRequests } from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import {
	AUTHORIZATION,
	BODY,
	DOCUMENTED,
	ONE_LINE,
	PRETTY,
	refusal,
	SECRET,
	SMALL,
	URL,
	withBody,
	withHeader,
} from './pastes.mts';
import * as quote from './quoting.mts';

const A = '{"slug":"a-1","context":{"a":1}}';
const B = '{"slug":"b-2","context":{"b":2}}';
const address = /not have one complete web address/;
const noBody = /not have one body/;
const unknown = /something in it that has no value here/;

type Refused = [name: string, pasted: string, sentence: RegExp];

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
		['Python', `requests.put("${URL}", json=${SMALL})`, /not a curl command/],
		['a program whose name ends like it', `libcurl -X PUT ${URL}`, /not a curl command/],
		// These are read where they hold a request. Where they hold none, what is missing is said.
		['fetch', `fetch("${URL}", { "method": "PUT", "body": "{}" });`, noBody],
		[
			'fetch, with a body that is no JSON',
			`fetch('${URL}', { method: 'PUT', body: JSON.stringify({ slug: 'demo-1', context: {} }) });`,
			/not valid JSON/,
		],
		[
			'PowerShell',
			`Invoke-WebRequest -UseBasicParsing -Uri "${URL}" \`\n-Method "PUT" \`\n-Headers @{ "Authorization"="Bearer <ACCESS_TOKEN>" } \`\n-Body "{}"`,
			noBody,
		],
		[
			'PowerShell, with a body that is put together',
			`Invoke-RestMethod -Uri ${URL} -Method PUT -Body (@{ slug = "demo-1"; context = @{} } | ConvertTo-Json)`,
			noBody,
		],
		['too much', `${ONE_LINE}\n${'x'.repeat(200_000)}`, /longer than 200 kB/],
	],
	'another flow than the text says': [
		...[
			['the response printed below', `curl -X PUT ${URL} -d @body.json\n${A}`],
			['the response below a command without a body', `curl -X PUT ${URL}\n${A}`],
			['a sentence that shows one', `The body looks like ${A}.\ncurl -X PUT ${URL} -d @body.json`],
			['a variable of another name', `P='${A}'\ncurl -X PUT ${URL} -d "$Q"`],
			['a variable in other letters', `BODY='${A}'\nbody='${B}'\ncurl -X PUT ${URL} -d "$BODY"`],
			['another variable to a shell, in small letters', `x='${A}'\ncurl -X PUT ${URL} -d "$X"`],
			['a text behind <<<', `curl -X PUT ${URL} -d @- <<< slug\n${A}`],
			['lines that are a variable', `curl -X PUT ${URL} -d @- <<EOF\n$X\nEOF\n${A}`],
			['such lines in a pipe', `cat <<EOF | curl -X PUT ${URL} -d @-\n$X\nEOF\n${A}`],
			['what a command makes of it', `X=$(sed s/a/b/ <<< '${A}'\n)\ncurl -X PUT ${URL} -d "$X"`],
			['a variable with more behind it', `X='${A}'$REST\ncurl -X PUT ${URL} -d "$X"`],
			[
				'a property of that name',
				`this.a = ${A};\nfetch("${URL}", {method: "PUT", body: JSON.stringify(a)})`,
			],
			['a variable within a text', `X='${A}'\ncurl -X PUT ${URL} -d "payload=$X"`],
			['a variable that may have two', `X='${A}'\n[ $1 ] && X='${B}'\ncurl -X PUT ${URL} -d "$X"`],
			['the same on lines', `X='${A}'\nif [ $1 ]; then\n X='${B}'\nfi\ncurl -X PUT ${URL} -d "$X"`],
			['a variable that is changed', `X='${A}'\nX="\${X/a-1/b-2}"\ncurl -X PUT ${URL} -d "$X"`],
			['only for the command', `X='${A}' curl -X PUT ${URL} -d "$X"`],
			['changed on its way', `$x = '${A}' -replace 'a','b'\nirm ${URL} -Method PUT -Body $x`],
			['changed when used', `$x = '${A}'\nirm ${URL} -Method PUT -Body $x.Replace('a','b')`],
			['a file', `cat > a.json <<'EOF'\n${A}\nEOF\ncurl -X PUT ${URL} -d @a.json`],
			['a file that is shown', `a.json:\n${A}\n\ncurl -X PUT ${URL} -d @a.json`],
			['an object in a header', `curl -X PUT ${URL} -H '${B}' -d '${A}'`],
			...[
				'read X',
				'read -rp "Slug: " X < b.json',
				'cat b.json | while read -r X; do',
				'printf -v X \'%s\' "$1"',
				'mapfile X < b.json',
				'readarray -t X < b.json',
				'for X in *.json; do',
				'getopts a X',
			].map((line) => [`set again with ${line}`, `X='${A}'\n${line}\ncurl -X PUT ${URL} -d "$X"`]),
			[
				'set again in PowerShell',
				`$x = '${A}'\nset-variable X $b\nirm ${URL} -Method PUT -Body $x`,
			],
			[
				'used by another program between',
				`X='${A}'\nif [ "$X" ]; then\n X='${B}'\nfi\ncurl -X PUT ${URL} -d "$X"`,
			],
			['a file of another name', `cat > a.json <<'EOF'\n${A}\nEOF\ncurl -X PUT ${URL} -d @b.json`],
			['jq on its way', `echo '${A}' | jq '.slug="b"' | curl -X PUT ${URL} -d @-`],
			['envsubst on its way', `cat <<'EOF' | envsubst | curl -X PUT ${URL} -d @-\n${A}\nEOF`],
			['a format', withBody(`"$(printf '{"slug":"%s","context":{}}' "$SLUG")"`)],
			['a command around it', withBody(`"$(envsubst <<'EOF'\n${A}\nEOF\n)"`)],
			[
				'the lines of another command',
				`curl -X PUT ${URL} -d @- < a.json\ncat > b <<'EOF'\n${B}\nEOF`,
			],
			[
				'fetch, a copy with another slug',
				`fetch("${URL}", {method: "PUT", body: JSON.stringify({...${A}, slug: other})})`,
			],
			[
				'fetch, a changed copy',
				`fetch("${URL}", {method: "PUT", body: JSON.stringify(${A}).replace("a", "b")})`,
			],
			[
				'fetch, an object that is changed',
				`const a = ${A}\na.slug = other\nfetch("${URL}", {method: "PUT", body: JSON.stringify(a)})`,
			],
			[
				'a template',
				`fetch("${URL}", {method: "PUT", body: \`{"slug":"\${slug}","context":{}}\`})`,
			],
			[
				'fetch, the body of another call',
				`fetch("${URL}", {method: "PUT", body: x.y});\naxios.put({body: ${B}})`,
			],
		].map(([name = '', pasted = '']): Refused => [name, pasted, noBody]),
		...[
			[
				'quotes that end and begin again',
				withBody(`'{"slug":"'sign-up-9f3kq2'","context":{"name":"'Ada'"}}'`),
			],
			['with others between them', withBody(`'{"slug":"'"a-1"'","context":{}}'`)],
			['in the middle of a word', withBody(`'{"slug":"sign-'up'-1","context":{}}'`)],
			['a command behind $(cat', withBody(`"$(cat <<'EOF'\n${A}\nEOF\n | sed s/a/b/)"`)],
			[
				'backslashes that shells read in two ways',
				`curl -X PUT "${URL}" -d "{\\"slug\\":\\"a-1\\",\\"context\\":{\\"a\\":\\"C:\\\\temp\\\\new\\"}}"`,
			],
		].map(([name = '', pasted = '']): Refused => [name, pasted, unknown]),
		...['<slug>', '{{slug}}', '%NAME%', '$SLUG', '%s', 'sign-up-${ENV}'].map(
			(slug): Refused => [slug, withBody(`'${A.replace('a-1', slug)}'`), /slug .* placeholder/],
		),
		[
			'a slug twice',
			withBody(`'{"slug":"a-1","context":{},"slug":"b-2"}'`),
			/"slug" more than once/,
		],
		[
			'a context twice',
			withBody(`'{"slug":"a-1","context":{},"context":{}}'`),
			/"context" more than once/,
		],
		[
			'a name twice',
			withBody(`'{"slug":"a-1","context":{"l":[{"a\\"b":1},{"a\\"b":1,"a\\u0022b":2}]}}'`),
			/"a"b" more than once/,
		],
	],
	'another address than the text says': [
		...[
			[
				'fetch of a variable',
				`fetch(url, {headers: {Origin: "https://a.example"}, method: "PUT", body: ${A}})`,
			],
			['fetch of what a function gives', `fetch(at("${URL}"), {method: "PUT", body: ${A}})`],
			['fetch of a sum', `fetch("${URL}" + env, {method: "PUT", body: ${A}})`],
			[
				'fetch of a sum that ends in an address',
				`fetch(base + "${URL}", {method: "PUT", body: ${A}})`,
			],
			['fetch of an object', `fetch(new URL("/start", "${URL}"), {method: "PUT", body: ${A}})`],
			['fetch of a template', `fetch(\`https://\${host}/start\`, {method: "PUT", body: ${A}})`],
			['fetch of an escape', `fetch("https://a.example/\\u0041", {method: "PUT", body: ${A}})`],
			['dots', `curl -X PUT https://... -d '${A}'`],
			['a link that was cut', `curl -X PUT https://a.example/v...<${URL}> -d '${A}'`],
			['a choice', `curl -X PUT 'https://{a,b}.example' -d '${A}'`],
			['a variable of Windows', `curl -X PUT "https://a.example/%ENV%/" -d '${A}'`],
			["an escape in $'…'", `curl -X PUT $'https://a.example/\\x41' -d '${A}'`],
			['a caret', `curl -X PUT https://a.example/?a=1^&b=2 -d '${A}'`],
			['one that goes on with a variable', `curl -X PUT "https://a.example/"$ENV -d '${A}'`],
		].map(([name = '', pasted = '']): Refused => [name, pasted, address]),
		[
			'a variable, and one on another line',
			`curl -X PUT "$URL" -d '${A}'\nhttps://docs.example.org/x`,
			/more than one web address/,
		],
		[
			'a host, and one on another line',
			`curl -X PUT a.example/x -d '${A}'\nhttps://docs.example.org/x`,
			/more than one web address/,
		],
		[
			'a variable, and a quoted one on another line',
			`curl -X PUT "$URL" -d '${A}'\n  "http://docs.example.org/x"`,
			/more than one web address/,
		],
		['--url-query', `curl -X PUT ${URL} --url-query a=b -d '${A}'`, noBody],
		['--request-target', `curl -X PUT ${URL} --request-target /b -d '${A}'`, noBody],
		[
			'a header that names a method',
			`fetch("${URL}", {headers: {"x-method": "PUT"}, method: "POST", body: ${A}})`,
			/method .* POST/,
		],
	],
	'the method': [
		['GET', ONE_LINE.replace('PUT', 'GET'), /method .* GET, .* PUT/],
		['POST', ONE_LINE.replace('PUT', 'POST'), /method .* POST, .* PUT/],
		['PATCH', ONE_LINE.replace('PUT', 'PATCH'), /method .* PATCH, .* PUT/],
		['DELETE', ONE_LINE.replace('PUT', 'DELETE'), /method .* DELETE, .* PUT/],
		['HEAD', ONE_LINE.replace('PUT', 'HEAD'), /method .* HEAD, .* PUT/],
		['OPTIONS', ONE_LINE.replace('PUT', 'OPTIONS'), /method .* OPTIONS, .* PUT/],
		['an unknown one', ONE_LINE.replace('PUT', 'START'), /method .* another one, .* PUT/],
		[
			'a word that ends like one',
			ONE_LINE.replace('PUT', 'WIDGET'),
			/method .* another one, .* PUT/,
		],
		['a word that begins like one', ONE_LINE.replace('PUT', 'POSTBOX'), /another one, .* PUT/],
		['a variable', ONE_LINE.replace('PUT', '$METHOD'), /method .* another one, .* PUT/],
		['the last of two', `${ONE_LINE} -X POST`, /method .* POST, .* PUT/],
		["PowerShell's", `irm ${URL} -Method Patch -Body '${SMALL}'`, /method .* PATCH, .* PUT/],
		[
			"a fetch's",
			`fetch("${URL}", { "method": "POST", "body": ${SMALL} })`,
			/method .* POST, .* PUT/,
		],
		// What curl would take is nothing that the person has written: it is enough that PUT is missing.
		['an empty one', ONE_LINE.replace('PUT', "''"), /method .* is missing, .* PUT/],
		['none with a body', ONE_LINE.replace('-X PUT', ''), /method .* is missing, .* PUT/],
		["none of PowerShell's", `irm ${URL} -Body '${SMALL}'`, /method .* is missing, .* PUT/],
		// Where there is no body either, that comes first: without one, it is no start at all.
		['none with --data-urlencode', `curl '${URL}' --data-urlencode a=b`, noBody],
		['none with -F', `curl '${URL}' -F a=b`, noBody],
		['none with --form-string', `curl '${URL}' --form-string a=b`, noBody],
		['none with -G', `curl '${URL}' -d a=b -G`, noBody],
		['none without a body', `curl '${URL}'`, noBody],
		['-I', `curl -I '${URL}'`, noBody],
	],
	// One sentence for all that is not one address: its cure says what one is.
	'the address': [
		['none', `curl -X PUT -d '${SMALL}'`, address],
		['a file', `curl -X PUT ./start -d '${SMALL}'`, address],
		['no scheme', `curl -X PUT flows.example.com/v1 -d '${SMALL}'`, address],
		['a word in front of it', `curl -X PUT see=${URL} -d '${SMALL}'`, address],
		['a sentence in front of it', `curl -X PUT 'see ${URL}' -d '${SMALL}'`, address],
		['only in a header', `curl -X PUT -H 'Referer: ${URL}' -d '${SMALL}'`, address],
		['only a proxy', `curl -X PUT -x ${URL} -d '${SMALL}'`, address],
		['only in the body', `curl -X PUT -d '{"slug":"a","context":{"a":"${URL}"}}'`, address],
		['only in a sentence', `curl -X PUT -d '${SMALL}'\n\nIt is ${URL}`, address],
		['no scheme behind --url', `curl -X PUT --url a.example -d '${SMALL}'`, address],
		['ftp', `curl -X PUT ftp://flows.example.com/v1 -d '${SMALL}'`, address],
		['a scheme that ends alike', `curl -X PUT xhttps://flows.example.com -d '${SMALL}'`, address],
		['a blank in it', `curl -X PUT 'https://flows.example.com/a b' -d '${SMALL}'`, address],
		[
			'a sign that cannot be seen',
			`curl -X PUT 'https://flows.example.com/\u0007' -d '${SMALL}'`,
			address,
		],
		['a quote in it', `curl -X PUT 'https://flows.example.com/“v1”' -d '${SMALL}'`, address],
		['only a scheme', `curl -X PUT https:// -d '${SMALL}'`, address],
		['a port that is none', `curl -X PUT https://a:b/ -d '${SMALL}'`, address],
		[
			'a host that is longer than any name',
			`curl -X PUT https://${'a'.repeat(1_001)}.example/ -d '${SMALL}'`,
			address,
		],
		['two', `curl -X PUT ${URL} https://other.example -d '${SMALL}'`, /more than one web address/],
		[
			'--url and another one',
			`curl -X PUT --url ${URL} https://other.example -d '${SMALL}'`,
			/more than one web address/,
		],
		['two links', `curl -X PUT <${URL}> <${URL}&a=1> -d '${SMALL}'`, /more than one web address/],
		[
			'two of another kind',
			`curl -X PUT git+ssh://a x-a.b://c -d '${SMALL}'`,
			/more than one web address/,
		],
		['a variable', `curl -X PUT "https://$HOST/v1" -d '${SMALL}'`, address],
		['a variable alone', `curl -X PUT $ADDRESS -d '${SMALL}'`, address],
		[
			'a variable of Windows in braces',
			`irm "\${env:HOST}/v1" -Method PUT -Body '${SMALL}'`,
			address,
		],
		['a placeholder', `curl -X PUT 'https://<your-host>/v1' -d '${SMALL}'`, address],
		[
			'a placeholder in its path',
			`curl -X PUT 'https://flows.example.com/<tenant>/v1' -d '${SMALL}'`,
			address,
		],
		["an API client's variable", `curl -X PUT '{{baseUrl}}/v1' -d '${SMALL}'`, address],
		["an API client's variable within", `curl -X PUT 'https://{{host}}/v1' -d '${SMALL}'`, address],
	],
	// One sentence for every body that is not there, or not alone: its cure names where it stands, and
	// where it cannot be read.
	'where the body comes from': [
		['nowhere', `curl -X PUT '${URL}' -H '${AUTHORIZATION}'`, noBody],
		['an empty text', withBody("''"), noBody],
		['blanks', withBody("' '"), noBody],
		['-d @file behind a blank', withBody("' @body.json'"), noBody],
		['the end of the command', `curl -X PUT '${URL}' -d`, noBody],
		['two texts', withBody(`'${SMALL}' -d 'a=b'`), noBody],
		['two bodies', withBody(`'${SMALL}' -d '${SMALL}'`), noBody],
		['--next', `${ONE_LINE} --next -X PUT '${URL}' -d '${SMALL}'`, noBody],
		['another text than the one before', `echo '${SMALL}' | curl -X PUT '${URL}' -d 'a=b'`, noBody],
		['-d @file', withBody('@body.json'), noBody],
		['--data @file in quotes', withBody('"@body.json"'), noBody],
		['--data-binary @file', `curl -X PUT '${URL}' --data-binary @body.json`, noBody],
		['--json @file', `curl -X PUT '${URL}' --json @body.json`, noBody],
		['-d @-', `cat body.json | curl -X PUT '${URL}' -d @-`, noBody],
		['-T', `curl -T body.json '${URL}'`, noBody],
		['--upload-file', `curl -X PUT --upload-file body.json '${URL}'`, noBody],
		['-K', `curl -X PUT -K curl.txt '${URL}'`, noBody],
		['-InFile', `irm -Method PUT ${URL} -InFile body.json`, noBody],
		['--data-urlencode', `curl -X PUT '${URL}' --data-urlencode 'slug=demo-1'`, noBody],
		['--data-urlencode and JSON', `curl -X PUT '${URL}' --data-urlencode '${SMALL}'`, noBody],
		['-F', `curl -X PUT '${URL}' -F slug=demo-1`, noBody],
		['--form-string', `curl -X PUT '${URL}' --form-string slug=demo-1`, noBody],
		['-G', withBody(`'${SMALL}' -G`), noBody],
		['a variable', withBody('"$BODY"'), noBody],
		[
			'a variable in double quotes',
			withBody('"{\\"slug\\":\\"$SLUG\\",\\"context\\":{}}"'),
			unknown,
		],
		['a variable between single quotes', withBody(`'{"slug":"'"$SLUG"'","context":{}}'`), unknown],
		[
			'a variable between single quotes, without others',
			withBody(`'{"slug":"demo-1","context":{"a":"'$NAME'"}}'`),
			unknown,
		],
		[
			'a variable right behind a word',
			withBody(`'{"slug":"demo-1","context":{"a":"x'$NAME'"}}'`),
			unknown,
		],
		['a variable in doubled quotes', withBody('"{""slug"":""$SLUG"",""context"":{}}"'), unknown],
		[
			'a variable of PowerShell',
			`irm ${URL} -Method PUT -Body "{\`"slug\`":\`"$slug\`",\`"context\`":{}}"`,
			unknown,
		],
		[
			'a variable in a here-string',
			`irm ${URL} -Method PUT -Body @"\n{"slug":"$slug","context":{}}\n"@`,
			unknown,
		],
		[
			'a variable where nobody can tell which shell it is for',
			`curl -X PUT ${URL} -d "{\\"slug\\":\\"demo-1\\",\\"context\\":{\\"a\\":\\"$A\\"}}"`,
			unknown,
		],
		[
			'a variable in lines behind the command',
			`curl -X PUT ${URL} -d @- <<EOF\n{"slug":"$SLUG","context":{}}\nEOF`,
			unknown,
		],
		['a command', withBody('"$(cat body.json)"'), noBody],
		[
			'a command in double quotes',
			withBody('"{\\"slug\\":\\"`cat slug`\\",\\"context\\":{}}"'),
			unknown,
		],
	],
	'what the body is': [
		// What stands where a value belongs is a sign that JSON does not know: the cure names them all.
		[
			'a variable for the context',
			withBody(`'{"slug":"demo-1","context":$CONTEXT}'`),
			/not valid JSON: .* line 1, column 28/,
		],
		[
			"an API client's variable",
			withBody(`'{"slug":"demo-1","context":{{context}}}'`),
			/not valid JSON: .* line 1/,
		],
		[
			'a placeholder for a value',
			withBody(`'{"slug":"demo-1",\n"context":{"a":<number>}}'`),
			/not valid JSON: .* line 2/,
		],
		[
			'a variable of Windows',
			withBody(`'{"slug":"demo-1","context":%CONTEXT%}'`),
			/not valid JSON: .* line 1/,
		],
		[
			'a placeholder far down',
			withBody(`'{"slug":"demo-1",${'\n'.repeat(11)}"context":<context>}'`),
			/not valid JSON: .* line 12, column 11/,
		],
		[
			'a sign that does not belong there',
			withBody(`'{"slug":"demo-1","context":{},}'`),
			/not valid JSON: .* near "\}"/,
		],
		[
			// Long ones are looked through as well now.
			'a long text that is no JSON',
			withBody(`'{"slug":"${'a'.repeat(20_000)}","context":$CONTEXT}'`),
			/not valid JSON: .* line 1, column 20022/,
		],
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
			/in double quotes, and so do the names and texts in it/,
		],
		['cut off', withBody(`'{"slug":"demo-1","context":{'`), /not valid JSON: .* end of the text/],
		[
			'cut off without an end',
			withBody(`'{"slug":"demo-1","context":{`),
			/not valid JSON: .* end of the text/,
		],
		[
			'a line break in a text, once its escape is undone',
			withBody(`$'{"slug":"demo-1","context":{"a":"b\\nc"}}'`),
			/not valid JSON: a closing quote is missing/,
		],
		...[quote.bash, quote.ansi, quote.bashDouble, quote.windowsDoubled].map(
			(quoted): Refused => [
				`a brace too few in ${quoted('"')}, in front of the address`,
				`curl -X PUT -d ${quoted('{"slug":"demo-1","context":{}')} ${URL}`,
				/not valid JSON: a closing \} is missing .* the end of the text/,
			],
		),
		[
			"a brace too few in PowerShell's double quotes, in front of the address",
			`irm -Method PUT -Body ${quote.powerShellDouble('{"slug":"demo-1","context":{}')} ${URL}`,
			/not valid JSON: a closing \} is missing .* the end of the text/,
		],
		[
			'a brace too few in double quotes of Windows, in front of the address',
			`curl.exe -X PUT -d ${quote.windows('{"slug":"demo-1","context":{}')} ${URL}`,
			/not valid JSON: a closing \} is missing .* the end of the text/,
		],
		[
			'a brace too few in a command of a browser for cmd, in front of the address',
			`curl -X PUT -d ${quote.cmd('{"slug":"demo-1","context":{}')} ${URL}`,
			/not valid JSON/,
		],
		...['"', "'"].map(
			(sign): Refused => [
				`a brace too few in a fetch with ${sign}`,
				`fetch("${URL}", {body: ${sign}${SMALL.slice(0, -1).replaceAll('"', sign === '"' ? '\\"' : '"')}${sign}, method: "PUT"})`,
				/not valid JSON: a closing \} is missing .* the end of the text/,
			],
		),
		[
			'cut off in a text',
			withBody(`"{\\"slug\\":\\"demo-1\\",\\"context\\":{\\"a\\":\\"b"`),
			/not valid JSON: a closing quote is missing/,
		],
		[
			'a comment',
			withBody(`'{"slug":"demo-1", /* ! */ "context":{}}'`),
			/not valid JSON: a comment/,
		],
		[
			'a line break in a text',
			withBody(`'{"slug":"demo-1","context":{"a":"b\nc"}}'`),
			/not valid JSON: a closing quote is missing at line 1/,
		],
		// Whatever it is instead, it does not say which flow to start: the cure shows a body.
		['no JSON', withBody("'slug=demo-1'"), noBody],
		['a list', withBody("'[]'"), noBody],
		['a text', withBody(`'"demo-1"'`), noBody],
		['null', withBody("'null'"), noBody],
		['only the context', withBody(`'${JSON.stringify(session)}'`), noBody],
		['a body in another object', withBody(`'{"data":${SMALL.replace('slug', 'Slug')}}'`), noBody],
		[
			'nested without end',
			withBody(`'{"slug":"demo-1","context":${'{"a":'.repeat(101)}1${'}'.repeat(102)}'`),
			/nested too deeply/,
		],
		[
			'lists without end',
			withBody(`'{"slug":"demo-1","context":{"a":${'['.repeat(10_000)}'`),
			/not valid JSON/,
		],
		[
			'a number that JavaScript rounds',
			withBody(`'{"slug":"demo-1","context":{"a":9007199254740993}}'`),
			/not valid JSON: a number that would not stay exact .* line 1, column 33/,
		],
		[
			'a number beyond all',
			withBody(`'{"slug":"demo-1","context":{"a":-1e400}}'`),
			/not valid JSON: a number that would not stay exact/,
		],
	],
	'slug and context': [
		['no slug', withBody(`'{"context":{}}'`), /slug .* missing/],
		[
			'an inherited slug',
			withBody(`'{"context":{},"__proto__":{"slug":"demo-1"}}'`),
			/slug .* missing/,
		],
		['an empty slug', withBody(`'{"slug":" ","context":{}}'`), /slug .* empty/],
		['a number for a slug', withBody(`'{"slug":5,"context":{}}'`), /slug .* the number 5/],
		['null for a slug', withBody(`'{"slug":null,"context":{}}'`), /slug .*null/],
		['no context', withBody(`'{"slug":"demo-1"}'`), /context .* missing/],
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
			const { message, description } = refusal(pasted);
			expect(message).toMatch(sentence);
			expect(message).not.toContain('\n');
			expect(description).toMatch(/^\S.*\.$/);
		});
	});

	test.each([
		['nothing', '', /Copy the curl command from the flow's Start Event/],
		['a sentence', 'Please start the flow.', /begins with the word curl/],
		['too much', 'x'.repeat(200_001), /Paste only the curl command/],
		[
			'another method',
			ONE_LINE.replace('PUT', 'GET'),
			/stands behind -X \(or --request\), .* it has to be PUT/,
		],
		[
			'no method',
			ONE_LINE.replace('-X PUT', ''),
			/stands behind -X \(or --request\), .* it has to be PUT/,
		],
		['no address', `curl -X PUT -d '${SMALL}'`, /begins with https:\/\/.* variables/],
		[
			'no body',
			`curl -X PUT '${URL}'`,
			/behind one -d \(or --data\): \{"slug": "…", "context": \{/,
		],
		['two bodies', withBody(`'${SMALL}' -d 'a=b'`), /behind one -d \(or --data\)/],
		['a file', withBody('@body.json'), /a file \(@…, -T\)/],
		[
			'a variable',
			withBody('"$BODY"'),
			/comes from a variable only if the pasted text sets it once, to the whole body/,
		],
		['a form', `curl -X PUT '${URL}' -F slug=demo-1`, /a form \(-F, --data-urlencode\)/],
		[
			'a variable in the JSON',
			withBody(`'{"slug":"demo-1","context":$CONTEXT}'`),
			/In the place of a variable or a placeholder, write an example value/,
		],
		[
			'a variable in a text',
			withBody('"{\\"slug\\":\\"$SLUG\\",\\"context\\":{}}"'),
			/^Write an example value in its place/,
		],
		['no JSON', withBody("'slug=demo-1'"), /\{"slug": "…", "context": \{/],
		[
			'JSON with a mistake',
			withBody(`'{"slug":5 "context":{}}'`),
			/Names and texts stand in double quotes/,
		],
		['quotes in quotes', withBody(`"${SMALL}"`), /single quotes, or write \\" for each/],
		['no slug', withBody(`'{"context":{}}'`), /^Copy the whole request/],
		['no context', withBody(`'{"slug":"demo-1"}'`), /"context": \{\}/],
		['a list for a context', withBody(`'{"slug":"demo-1","context":[]}'`), /named fields/],
		['another key', withBody(`'{"slug":"demo-1","context":{},"a":1}'`), /inside context/],
		[
			'nested without end',
			withBody(`'{"slug":"demo-1","context":${'{"a":'.repeat(101)}1${'}'.repeat(102)}'`),
			/only the fields that the flow needs/,
		],
	])('and says what to do about %s', (_what, pasted, cure) => {
		expect(refusal(pasted).description).toMatch(cure);
	});

	test('with the first of many further keys, cut to a readable length', () => {
		const keys = ['b', 'a'.repeat(50), 'c'.repeat(100)].map((key) => `"${key}":1`);
		const { message } = refusal(withBody(`'{"slug":"x","context":{},${keys.join(',')}}'`));
		expect(message).toContain(`"b", "${'a'.repeat(50)}", "cccc`);
		expect(message.length).toBeLessThan(160);
	});
});

test('what is wrong with one of several requests is said, whichever it is', () => {
	const broken = withBody(`'{"slug":5,"context":{}}'`);
	for (const pasted of [`${DOCUMENTED}\n\n${broken}`, `${broken}\n\n${DOCUMENTED}`]) {
		expect(refusal(pasted).message).toMatch(/slug .* the number 5/);
	}
});

test('a text of 200 kB is long, and fine', () => {
	const pasted = `${ONE_LINE}\n${'x'.repeat(200_000 - ONE_LINE.length - 1)}`;
	expect(() => refusal(pasted)).toThrow(/Nothing was refused/);
	expect(BODY.length).toBeLessThan(1_000);
});

test.each([null, undefined, 5, {}])('%p is a request that is missing', (pasted) => {
	expect(refusal(pasted as string).message).toMatch(/is missing/);
});

test('no word from what looks like the body is repeated', () => {
	for (const part of [
		`{"slug":"${SECRET}" "b"`,
		`{"slug":${SECRET}}`,
		`{"slug":'${SECRET}'}`,
		`{"slug":"a" "${SECRET}":1}`,
		'{"slug":x}',
	]) {
		const { message, description } = refusal(withBody(quote.bash(part)));
		expect(message).toMatch(/not valid JSON: .* at line 1, column \d+$/);
		expect(message + description).not.toContain(SECRET.slice(0, 6));
	}
});

test('a hundred commands are read, and no more', () => {
	const commands = (count: number) => `${ONE_LINE}\n`.repeat(count);
	expect(readRequests(commands(100))).toHaveLength(100);
	const lines = `curl -X PUT ${URL} -d @- <<EOF\n${SMALL}\nEOF\n`;
	expect(readRequests(lines.repeat(100))).toHaveLength(100);
	for (const body of [SMALL, `JSON.stringify(${SMALL})`]) {
		const fetches = `fetch("${URL}", {method: "PUT", body: ${body}})\n`.repeat(100);
		expect(readRequests(fetches)).toHaveLength(100);
	}
	const { message, description } = refusal(commands(101));
	expect(message).toBe('The pasted text holds more than 100 commands');
	expect(description).toMatch(/Paste only those of your flow/);
});

test('a text that is too long is refused for that, and nothing of it is repeated', () => {
	const { message, description } = refusal(`Bearer ${SECRET}${' '.repeat(200_000)}`);
	expect(message).toMatch(/longer than 200 kB/);
	expect(message + description).not.toContain(SECRET.slice(0, 6));
});

test('a token in the request is refused before all that is wrong with it', () => {
	const pasted = withHeader(`Authorization: Bearer ${SECRET}`).replace('PUT', 'GET');
	expect(refusal(pasted).message).toMatch(/holds a real access token/);
});

test('the form has its example although a token is still in the request', () => {
	const [request] = readRequests(withHeader(`Authorization: Bearer ${SECRET}`), true);
	expect(request?.context).toEqual(session);
	expect(() => readRequests(ONE_LINE.replace('PUT', 'GET'), true)).toThrow(/GET/);
	expect(() => readRequests('', true)).toThrow(/is missing/);
});
