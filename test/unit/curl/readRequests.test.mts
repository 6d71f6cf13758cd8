import { deepStrictEqual } from 'node:assert';

import fc from 'fast-check';

import session from '../../../stand-in/session.json';
import { startEventRequest } from '../../../stand-in/startEvent.mts';
import type { JsonObject } from '../../../nodes/TriggerFlow/shared/json';
import { readRequests, type PastedRequest } from '../../../nodes/TriggerFlow/curl/readRequests';
import { NotSentError } from '../../../nodes/TriggerFlow/shared/failure';
import { anyText } from '../anyText.mts';
import { anyJsonObject } from '../context/anyJson.mts';
import { refusalOf } from '../errors/refusal.mts';
import * as quote from './quoting.mts';

const URL = 'https://flows.example.com/v1/start/?tenant=7';
const QA_URL = 'https://qa.example.com/start/%BC%20a';
const SLUG = 'site-builder-sign-up-7h2m9x';
const TOKEN = 'x9KfQ2vLw7TzR4mB8nYc';
const BEARER = `Authorization: Bearer ${TOKEN}`;
const JSON_TYPE = 'Content-Type: application/json';
const SIGN_UP: PastedRequest = { url: URL, slug: SLUG, context: session, accessToken: TOKEN };
const BODY = JSON.stringify({ slug: SLUG, context: session });
const PRETTY = JSON.stringify({ slug: SLUG, context: session }, null, 2);
const SMALL = '{"slug":"demo-1","context":{"a":1}}';
const START_EVENT = startEventRequest(URL, SLUG, session, TOKEN);

const hard: JsonObject = {
	quotes: `it's "so" \`here\``,
	shell: '$HOME $(date) ${x} 5 > 3 | # & ! ^ %PATH% 100% %20',
	backslashes: 'C:\\new\\ \\" \\u0041',
	lines: 'one\ntwo\r\n\tthree',
	wide: 'Zoë 漢 😀 “so” ‘it’',
	command: "curl -X PUT 'https://other.example' -d '{}' \\\n",
	json: '{"slug":"x","context":{}}',
	nested: [{ a: [true, null, -1.5e3] }, {}, []],
};
const HARD_BODY = JSON.stringify({ slug: SLUG, context: hard });
const HARD_PRETTY = JSON.stringify({ slug: SLUG, context: hard }, null, 2);
const withBody = (body: string) => `curl -X PUT '${URL}' -H '${BEARER}' -d ${body}`;

/** What n8n makes of it in a field of one line. */
const asOneLine = (text: string) => text.replace(/\r?\n/g, ' ');

describe('a request is understood', () => {
	const cases: Array<[name: string, pasted: string, expected?: Partial<PastedRequest>]> = [
		['the Start Event of production', START_EVENT],
		['the Start Event of QA', startEventRequest(QA_URL, SLUG, session, TOKEN), { url: QA_URL }],
		['the Start Event, pretty', START_EVENT.replace(BODY, PRETTY)],
		[
			'the Start Event, without its token',
			startEventRequest(URL, SLUG, session),
			{ accessToken: '<ACCESS_TOKEN>' },
		],
		[
			'the Start Event, with an apostrophe that it does not escape',
			startEventRequest(URL, SLUG, { a: "it's", b: "O'Brien" }, TOKEN),
			{ context: { a: "it's", b: "O'Brien" } },
		],
		[
			'the same, with the body in front',
			`curl -d '{"slug":"${SLUG}","context":{"a":"it's"}}' -X PUT -H '${BEARER}' '${URL}'`,
			{ context: { a: "it's" } },
		],
		['CRLF', START_EVENT.replaceAll('\n', '\r\n')],
		['lines without backslashes', START_EVENT.replaceAll('\\\n', '\n')],
		['lines without indentation', START_EVENT.replaceAll('\\\n  ', '\\\n')],
		['blanks behind the backslashes', START_EVENT.replaceAll('\\\n', '\\ \n')],
		['a backslash at the end', `${START_EVENT} \\\n`],
		['a prompt', `$ ${START_EVENT}`],
		[
			'a prompt of cmd',
			`C:\\Users\\ada>curl.exe -X PUT "${URL}" -H "${BEARER}" -d ${quote.cmdByHand(BODY)}`,
		],
		['a comment before it', `# QA, it's for tests\n${START_EVENT}\n`],
		[
			'text around it',
			`Use curl like this:\n\n\`\`\`sh\n${START_EVENT}\n\`\`\`\n\nIt's done. See https://docs.example`,
		],
		[
			'a sign that ends the command behind the token',
			`curl -X PUT '${URL}' -d '${BODY}' -H '${BEARER}'; echo done`,
		],
		['quotes that are escaped once more', withBody(`'${BODY.replaceAll('"', '\\"')}'`)],
		['piped into jq', `${START_EVENT} | jq .`],

		[
			'Chrome (bash)',
			`curl '${URL}' \\\n  -X 'PUT' \\\n  -H 'accept: */*' \\\n  -H 'authorization: Bearer ${TOKEN}' \\\n  -H 'sec-ch-ua: "Chromium";v="126"' \\\n  --data-raw '${BODY}' \\\n  --compressed`,
		],
		[
			'Chrome (bash), difficult',
			`curl '${URL}' \\\n  -X 'PUT' \\\n  -H '${BEARER}' \\\n  --data-raw ${quote.ansiC(HARD_PRETTY)}`,
			{ context: hard },
		],
		[
			'Firefox (bash), difficult',
			`curl '${URL}' -X PUT -H 'User-Agent: Mozilla/5.0' --compressed -H '${BEARER}' --data-raw ${quote.firefox(HARD_PRETTY)}`,
			{ context: hard },
		],
		[
			'Safari',
			`curl '${URL}' \\\n-X 'PUT' \\\n-H '${BEARER}' \\\n-H 'Priority: u=3, i' \\\n--data-binary '${BODY}'`,
		],
		[
			'Chrome (cmd)',
			`curl ${quote.cmd(URL)} ^\n  -X ^"PUT^" ^\n  -H ^"accept: */*^" ^\n  -H ${quote.cmd(BEARER)} ^\n  -H ${quote.cmd('sec-ch-ua: "Chromium";v="126"')} ^\n  --data-raw ${quote.cmd(BODY)}`,
		],
		[
			'Chrome (cmd), difficult',
			`curl ${quote.cmd(QA_URL)} ^\r\n  -X ^"PUT^" ^\r\n  -H ${quote.cmd(BEARER)} ^\r\n  --data-raw ${quote.cmd(HARD_PRETTY)}`,
			{ url: QA_URL, context: hard },
		],
		['cmd by hand', `curl -X PUT "${URL}" ^\n  -H "${BEARER}" ^\n  -d ${quote.cmdByHand(BODY)}`],

		[
			'Postman',
			`curl --location --globoff --request PUT '${URL}' \\\n--header '${JSON_TYPE}' \\\n--header '${BEARER}' \\\n--data-raw '${PRETTY}'`,
		],
		[
			'Postman, difficult',
			`curl --location --request PUT '${URL}' \\\n--header '${BEARER}' \\\n--data ${quote.single(HARD_PRETTY)}`,
			{ context: hard },
		],
		[
			'Postman for Windows',
			`curl --location --request PUT "${URL}" ^\n--header "${BEARER}" ^\n--data ${quote.postman(HARD_PRETTY)}`,
			{ context: hard },
		],
		[
			'Postman, its own variable',
			`curl --location --request PUT '${URL}' --header 'Authorization: Bearer {{token}}' --data '${PRETTY}'`,
			{ accessToken: '{{token}}' },
		],
		[
			'Insomnia',
			`curl --request PUT \\\n  --url '${URL}' \\\n  --header '${BEARER}' \\\n  --data '${PRETTY}'`,
		],

		['-XPUT', `curl -XPUT ${URL} -H "${BEARER}" -d '${BODY}'`],
		['-X=PUT and its like', `curl -X=PUT '${URL}' -H='${BEARER}' -d='${BODY}'`],
		[
			'long options with equals signs',
			`curl --request=put --url='${URL}' --header='${BEARER}' --data-raw='${BODY}'`,
		],
		['letters in one option', `curl -sSLX PUT -d'${BODY}' -H'${BEARER}' ${URL}`],
		['--json', `curl -X PUT --json '${BODY}' --url "${URL}" -H '${BEARER}'`],
		[
			'options with a value',
			`curl -m 5 -o out.json -A 'my agent' -x http://proxy:8080 --retry 3 --cacert ca.pem -w '%{http_code}' -X PUT '${URL}' -ik -H '${BEARER}' -d '${BODY}' -e https://a.example`,
		],
		['single quotes, difficult', withBody(quote.single(HARD_BODY)), { context: hard }],
		['apostrophes in double quotes', withBody(quote.spliced(HARD_BODY)), { context: hard }],
		['double quotes, difficult', withBody(quote.double(HARD_BODY)), { context: hard }],
		['double quotes that are not escaped', withBody(`"${BODY}"`)],
		['no quotes around the body', `curl -X PUT -d ${BODY} '${URL}' -H '${BEARER}'`],
		['the last quote missing', START_EVENT.slice(0, -1)],
		['a line break after the opening quote', withBody(`'\n${PRETTY}\n'`)],
		[
			'an address with & and ; without quotes',
			`curl -X PUT https://a.example/x;v=1?b=2&c=3 -H '${BEARER}' -d '${BODY}'`,
			{ url: 'https://a.example/x;v=1?b=2&c=3' },
		],
		[
			'a dollar sign in the address',
			`curl -X PUT 'https://a.example/?$filter=a' -H '${BEARER}' -d '${BODY}'`,
			{ url: 'https://a.example/?$filter=a' },
		],
		['an empty context', withBody(`'{"slug":"${SLUG}","context":{}}'`), { context: {} }],
		[
			'a key __proto__',
			withBody(`'{"context":{"__proto__":{"a":1}},"slug":"${SLUG}"}'`),
			{ context: JSON.parse('{"__proto__":{"a":1}}') },
		],
	];

	test.each(cases)('%s', (_name, pasted, expected = {}) => {
		deepStrictEqual(readRequests(pasted), [{ ...SIGN_UP, ...expected }]);
		deepStrictEqual(readRequests(asOneLine(pasted)), [{ ...SIGN_UP, ...expected }]);
	});

	test.each([
		["'Authorization: Bearer your token'", 'your token'],
		["' AUTHORIZATION :  bearer  a.b-c= '", 'a.b-c='],
		['"Authorization: Bearer $TOKEN"', '$TOKEN'],
		["Authorization:Bearer' a'", 'a'],
		["'X-A: b' -H 'Authorization: Bearer a'", 'a'],
		["'Authorization: Bearer '", undefined],
		["'Authorization: Basic abc'", undefined],
		["'X-Authorization: Bearer a'", undefined],
	])('what follows Bearer in -H %s', (header, accessToken) => {
		const [request] = readRequests(START_EVENT.replace(`'${BEARER}'`, header));
		expect(request?.accessToken).toBe(accessToken);
	});
});

describe('several requests in one text', () => {
	const demo = { url: QA_URL, slug: 'demo-1', context: { a: "it's" }, accessToken: 'a' };
	const DEMO = `curl ${quote.cmd(QA_URL)} ^\n  -X ^"PUT^" ^\n  -H ^"Authorization: Bearer a^" ^\n  --data-raw ${quote.cmd('{"slug":"demo-1","context":{"a":"it\'s"}}')}`;
	test.each([
		'\n',
		'\r\n\r\n',
		"\n# Demo, it's for tests:\n",
		'\n# curl for the demo\n',
		"\n\nThat's all. Now the demo:\n\n$ ",
		'\n> ',
		' && ',
		'; ',
		'\n{"started": true, "id": "x\'y"}\n',
	])('with %j between them', (between) => {
		const pasted = START_EVENT + between + DEMO + between + START_EVENT;
		deepStrictEqual(readRequests(pasted), [SIGN_UP, demo, SIGN_UP]);
		deepStrictEqual(readRequests(asOneLine(pasted)), [SIGN_UP, demo, SIGN_UP]);
	});
});

describe('whatever the slug and the context are', () => {
	const signs = [...'\'"\\^$`!%{}\n ;#@', 'curl ', '-d'];
	const text = fc
		.array(fc.oneof(fc.constantFrom(...signs), anyText({ maxLength: 3 })), { maxLength: 8 })
		.map((pieces) => pieces.join(''));
	const request = fc.record(
		{
			slug: text.filter((slug) => slug.trim() !== ''),
			context: fc.oneof(anyJsonObject, fc.dictionary(text, text, { noNullPrototype: true })),
		},
		{ noNullPrototype: true },
	);
	const written = ({ slug, context }: Pick<PastedRequest, 'slug' | 'context'>, indent = 0) =>
		JSON.stringify({ slug, context }, null, indent);

	test.each([
		["'…'", quote.single, '\\\n  '],
		[`'"'"'`, quote.spliced, '\\\r\n  '],
		['"…"', quote.double, '\\\n'],
		["$'…'", quote.ansiC, '\\\n  '],
		["$'…' of Firefox", quote.firefox, ''],
		['^"…^"', quote.cmd, '^\n  '],
	])('they come back from %s', (_name, quoted, joint) => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(request, fc.constantFrom(0, 2), fc.nat()), {
					minLength: 1,
					maxLength: 3,
				}),
				(requests) => {
					const commands = requests.map(([each, indent, turn]) => {
						const parts = [
							quoted(URL),
							'-X PUT',
							`-H ${quoted(BEARER)}`,
							`--data-raw ${quoted(written(each, indent))}`,
						];
						const from = turn % parts.length;
						return ['curl', ...parts.slice(from), ...parts.slice(0, from)].join(` ${joint}`);
					});
					const expected = requests.map(([each]) => ({ ...SIGN_UP, ...each }));
					deepStrictEqual(readRequests(commands.join('\n')), expected);
					deepStrictEqual(readRequests(asOneLine(commands.join('\n'))), expected);
				},
			),
		);
	});

	test.each(["'", '"', ''])(
		'they come back from %s or are refused, although nothing is escaped',
		(sign) => {
			fc.assert(
				fc.property(request, (each) => {
					const read = readOrRefuse(
						`curl -X PUT ${URL} -H "${BEARER}" -d ${sign}${written(each)}${sign}`,
					);
					if (read !== undefined) deepStrictEqual(read, [{ ...SIGN_UP, ...each }]);
				}),
			);
		},
	);

	test('a command that is cut off gives the same, or nothing', () => {
		const quotings = fc.constantFrom(quote.single, quote.double, quote.ansiC, quote.cmd);
		fc.assert(
			fc.property(request, quotings, fc.nat(), (each, quoted, at) => {
				const whole = `curl -X PUT ${quoted(URL)} -H ${quoted(BEARER)} -d ${quoted(written(each))}`;
				const read = readOrRefuse(whole.slice(0, at % whole.length));
				if (read !== undefined) deepStrictEqual(read, [{ ...SIGN_UP, ...each }]);
			}),
			{ numRuns: 500 },
		);
	});
});

function readOrRefuse(pasted: string): PastedRequest[] | undefined {
	try {
		return readRequests(pasted);
	} catch (error) {
		if (error instanceof NotSentError) return undefined;
		throw error;
	}
}

describe('a request is refused', () => {
	const noBody = 'The request does not have one body';
	const file = 'The body of the request comes from a file or a form';
	const cutOff = 'The request is cut off';
	const method = 'The method of the request is not PUT';
	const address = 'The request does not have a complete web address';
	const noCurl = 'The pasted text is not a curl command';
	const noJson = 'The body of the request is not valid JSON';
	const noSlug = 'The body of the request has no slug, so it does not say which flow to start';
	const noContext = 'The body of the request has no context object';
	const more = 'The body of the request contains more than slug and context';
	const variable = 'The body of the request contains a shell variable';
	const put = (rest: string) => `curl -X PUT '${URL}' -H '${BEARER}' ${rest}`;

	const cases: Array<[pasted: string, message: string]> = [
		['', 'The Start Event request is missing'],
		[' \n\u00a0', 'The Start Event request is missing'],
		[TOKEN, noCurl],
		[PRETTY, noCurl],
		['Use curl to start the flow.', noCurl],
		[`fetch("${URL}", { method: "PUT", body: ${JSON.stringify(BODY)} })`, noCurl],
		[`libcurl -X PUT ${URL} -d '${SMALL}'`, noCurl],
		[`${START_EVENT}${' '.repeat(200_000)}`, 'The pasted text is longer than 200 kB'],
		[`${START_EVENT}\n`.repeat(201), 'The pasted text contains more than 200 curl commands'],
		[put(''), noBody],
		[put('-d'), noBody],
		[put(`-d '${SMALL}' -d 'a=b'`), noBody],
		[`${START_EVENT}\ncurl ${URL}`, noBody],
		[put('-d @body.json'), file],
		[put('-d "@body.json"'), file],
		[put(`-d @body.json\n${SMALL}`), file],
		[put('--json @-'), file],
		[put('-T body.json'), file],
		[put('-F slug=demo-1'), file],
		[put('--data-urlencode slug=demo-1'), file],
		[put(`-d '${SMALL}' -G`), file],
		[put(`-d '${SMALL}' --get`), file],
		[`curl '${URL}' -H '${BEARER}' -d '${SMALL}'`, method],
		[START_EVENT.replace('PUT', 'POST'), method],
		[`${START_EVENT} -X POST`, method],
		[START_EVENT.replace('PUT', '$METHOD'), method],
		[START_EVENT.slice(0, 20), cutOff],
		[START_EVENT.slice(0, START_EVENT.indexOf(TOKEN) + 5), cutOff],
		[START_EVENT.slice(0, -5), cutOff],
		[put(`-d '{"slug":"demo-1","context":{'`), cutOff],
		[put(`-d ${quote.double('{"slug":"demo-1"')}`), cutOff],
		[START_EVENT.replace(`${JSON_TYPE}'`, JSON_TYPE), cutOff],
		[`curl -X PUT -d '${SMALL}'`, address],
		[`curl -X PUT flows.example.com/v1 -d '${SMALL}'`, address],
		[`curl -X PUT ftp://flows.example.com -d '${SMALL}'`, address],
		[`curl -X PUT https:// -d '${SMALL}'`, address],
		[`curl -X PUT https://a:b/ -d '${SMALL}'`, address],
		[`curl -X PUT 'https://a.example/a b' -d '${SMALL}'`, address],
		[`curl -X PUT https://<your-host>/v1 -d '${SMALL}'`, address],
		[`curl -X PUT '{{baseUrl}}/v1' -d '${SMALL}'`, address],
		[`curl -X PUT 'https://{{host}}/v1' -d '${SMALL}'`, address],
		[
			`curl -X PUT "https://$HOST/v1" -d '${SMALL}'`,
			'The web address of the request contains a shell variable',
		],
		[
			`curl -X PUT $URL -d '${SMALL}'\n${URL}`,
			'The web address of the request contains a shell variable',
		],
		[put('-d "$BODY"'), variable],
		[put('-d "$(cat body.json)"'), variable],
		[put(`-d '{"slug":"'"$SLUG"'","context":{}}'`), variable],
		[put(`-d '{"slug":"'$SLUG'","context":{}}'`), variable],
		[put('-d "{\\"slug\\":\\"$SLUG\\",\\"context\\":{}}"'), variable],
		[put(`-d "{'slug':'${TOKEN}','context':{}}"`), noJson],
		[put(`-d '{"slug":"demo-1","context":<${TOKEN}>}'`), noJson],
		[put(`-d '{"slug":"demo-1","context":{"a":9007199254740993}}'`), noJson],
		[put('-d slug=demo-1'), noJson],
		[put(`-d ''`), noJson],
		[put(`-d '[]'`), noSlug],
		[put(`-d '{"context":{}}'`), noSlug],
		[put(`-d '{"slug":" ","context":{}}'`), noSlug],
		[put(`-d '{"slug":5,"context":{}}'`), noSlug],
		[put(`-d '{"data":${SMALL}}'`), noSlug],
		[put(`-d '{"slug":"demo-1"}'`), noContext],
		[put(`-d '{"slug":"demo-1","context":[]}'`), noContext],
		[put(`-d '{"slug":"demo-1","context":"{}"}'`), noContext],
		[put(`-d '{"slug":"demo-1","context":{},"${TOKEN}":1}'`), more],
		[put(`-d '{"slug":"demo-1","context":{},"__proto__":1}'`), more],
	];

	test.each(cases.map(([pasted, message]) => [message, pasted]))('%s (%#)', (expected, pasted) => {
		const { message, description } = refusalOf(() => readRequests(pasted));
		expect(message).toBe(expected);
		expect(description).toMatch(/Copy the whole request from the flow's Start Event\.$/);
		expect(message + description).not.toContain(TOKEN);
	});
});

test('of any text, nothing is thrown but a NotSentError', () => {
	const signs =
		`curl -X PUT -d -H -F '|"|$'|^"|^\\^"|\\|^|$|{|}|@|#|--|\n|\\\n|${URL}|${SMALL}|${BEARER}`.split(
			/[| ]/,
		);
	const piece = fc.oneof(fc.constantFrom(...signs, ' '), anyText({ maxLength: 4 }));
	fc.assert(
		fc.property(
			fc.array(piece, { maxLength: 40 }),
			(pieces) => void readOrRefuse(`curl ${pieces.join('')}`),
		),
		{ numRuns: 500 },
	);
});

test.each(
	[
		"'",
		'"',
		'\\',
		'\\"',
		'{',
		'{"',
		'"{',
		'^"',
		'^\\',
		"$'",
		'$',
		' ',
		'-d {',
		"-d '",
		'-d{" ',
		'a.',
		'curl ',
		'curl -d "',
		'curl -d {" ',
	].map((piece) => [piece]),
)('200 kB of %j are read to their end', (piece) => {
	for (const start of ['', 'curl ', `curl -X PUT ${URL} -d `, `curl -d '{"`]) {
		readOrRefuse(start + piece.repeat((200_000 - start.length) / piece.length));
	}
});
