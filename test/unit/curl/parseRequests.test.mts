import { deepStrictEqual } from 'node:assert';

import fc from 'fast-check';

import {
	parseRequests,
	type PastedRequest,
	undoTypography,
} from '../../../nodes/StartFlow/curl/parseRequests';
import session from '../../../tools/stand-in/session.json';
import { startEventRequest } from '../../../tools/stand-in/startEvent.mts';
import { anyJsonObject, anyText } from '../arbitraries.mts';
import { refusalOf } from '../refusal.mts';
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
const START_EVENT = startEventRequest(URL, SLUG, session, TOKEN);

/** Options that read or put the body elsewhere. */
const OTHER_BODIES =
	'-F -G -T --data-urlencode --form --form-string --get --upload-file --url-query'.split(' ');

/** Options with a value that does not matter here. */
const IGNORED =
	'cacert cert config connect-timeout connect-to cookie key interface limit-rate max-redirs max-time noproxy oauth2-bearer output proto proxy referer resolve retry retry-delay user user-agent write-out'
		.split(' ')
		.map((name) => `--${name} 5`)
		.join(' ');

const withBody = (body: string) => `curl -X PUT '${URL}' -H '${BEARER}' -d ${body}`;

/** The request as n8n stores it in a field of one line. */
const asOneLine = (text: string) => text.replace(/\r?\n/g, ' ');

/** Requests as people paste them. All of them mean the same start. */
const SAME: Record<string, string> = {
	'the Start Event': START_EVENT,
	CRLF: START_EVENT.replaceAll('\n', '\r\n'),
	'lines without backslashes': START_EVENT.replaceAll('\\\n', '\n'),
	'a prompt': `$ ${START_EVENT}`,
	'a prompt of cmd': `C:\\>curl.exe -X PUT "${URL}" -H "${BEARER}" -d ${quote.double(BODY)}`,
	'text around it': `Use curl, it's easy:\n\`\`\`sh\n${START_EVENT}\n\`\`\`\nSee https://docs.example`,
	'a command behind it': `curl -X PUT '${URL}' -d '${BODY}' -H '${BEARER}'; echo done`,
	'Chrome (bash)': `curl '${URL}' \\\n  -X 'PUT' \\\n  -H 'accept: */*' \\\n  -H 'authorization: Bearer ${TOKEN}' \\\n  -H 'sec-ch-ua: "Chromium";v="126"' \\\n  --data-raw '${BODY}' \\\n  --compressed`,
	Postman: `curl --location --globoff --request PUT '${URL}' \\\n--header '${JSON_TYPE}' \\\n--header '${BEARER}' \\\n--data-raw '${PRETTY}'`,
	'equals signs': `curl --request=put --url='${URL}' --header='${BEARER}' --data-raw='${BODY}'`,
	'letters in one option': `curl -sSLX PUT -d'${BODY}' -H'${BEARER}' ${URL}`,
	'--json': `curl -X PUT --json '${BODY}' --url "${URL}" -H '${BEARER}'`,
	'options with a value': `curl -m 5 -o out.json -A 'my agent' -x http://proxy:8080 -w '%{http_code}' -X PUT '${URL}' -ik -H '${BEARER}' -d '${BODY}' -e https://a.example`,
	'long options with a value': `curl ${IGNORED} -X PUT '${URL}' -H '${BEARER}' -d '${BODY}'`,
	'a line break after the opening quote': withBody(`'\n${PRETTY}\n'`),
};

/** A request as a mail program, a chat, a wiki or a word processor hands it on. */
const RETYPED: Record<string, string> = {
	'German quotes': `curl -X PUT „${URL}“ -H „${BEARER}“ -d ‚${BODY.replace(/"([^"]*)"/g, '„$1“')}‘`,
	'no-break spaces': withBody(`'${PRETTY}'`).replaceAll(' ', '\u00a0'),
	'dashes for two hyphens': `curl —request PUT ‘${URL}’ –header “${BEARER}” —data-raw '${BODY}'`,
	'zero-width characters': `\ufeff${START_EVENT.replace(/[/:"]/g, '$&\u200b')}`,
	'invisible characters in the slug': START_EVENT.replace('site-', 'si\u00adte-\u200f\u202e'),
	'hyphens that do not break': START_EVENT.replaceAll('-', '\u2011'),
	'all of it': `Curl –X PUT ‘${URL}’ –H “${BEARER}”\u2028—data ‘${BODY.replace(/"([^"]*)"/g, '“$1”')}’\u200b`,
};

const OTHER_URL = 'https://a.example/x;v=1?b=2&c=3';
const APOSTROPHES = { a: "it's", b: "O'Brien" };
const QUOTES = { a: '“so” – it’s\u00a0all\u200c' };
const BLANKS = { 'First\u00a0name': 'A – b\u2011c' };

const OTHER: Array<[name: string, pasted: string, expected: Partial<PastedRequest>]> = [
	['no token', startEventRequest(URL, SLUG, session), { accessToken: '<ACCESS_TOKEN>' }],
	['bare apostrophes', startEventRequest(URL, SLUG, APOSTROPHES, TOKEN), { context: APOSTROPHES }],
	['an address with &', startEventRequest(OTHER_URL, SLUG, session, TOKEN), { url: OTHER_URL }],
	['typographic quotes in it', startEventRequest(URL, SLUG, QUOTES, TOKEN), { context: QUOTES }],
	['typographic blanks in it', startEventRequest(URL, SLUG, BLANKS, TOKEN), { context: BLANKS }],
	[
		'an apostrophe between letters',
		`curl -X PUT ‘${URL}’ -H ‘${BEARER}’ -d ‘{“slug”:“${SLUG}”,“context”:{“a”:“it’s”}}’`,
		{ context: { a: 'it’s' } },
	],
];

describe('understands', () => {
	const cases = [
		...Object.entries({ ...SAME, ...RETYPED }).map(([name, pasted]) => [name, pasted, {}] as const),
		...OTHER,
	];

	test.each(cases)('%s', (_name, pasted, expected) => {
		deepStrictEqual(parseRequests(pasted), [{ ...SIGN_UP, ...expected }]);
		deepStrictEqual(parseRequests(asOneLine(pasted)), [{ ...SIGN_UP, ...expected }]);
	});

	test.each([
		["'Authorization: Bearer your token'", 'your token'],
		["' AUTHORIZATION :  bearer  a.b-c= '", 'a.b-c='],
		["'X-A: b' -H 'Authorization: Bearer a'", 'a'],
		["'Authorization: Bearer '", undefined],
		["'Authorization: Basic abc'", undefined],
	])('the token after Bearer in -H %s', (header, accessToken) => {
		const [request] = parseRequests(START_EVENT.replace(`'${BEARER}'`, header));
		expect(request?.accessToken).toBe(accessToken);
	});

	const demo = { url: QA_URL, slug: 'demo-1', context: { a: "it's" }, accessToken: 'a' };
	const DEMO = `curl ${quote.double(QA_URL)} \\\n  -X "PUT" \\\n  -H "Authorization: Bearer a" \\\n  --data-raw ${quote.double('{"slug":"demo-1","context":{"a":"it\'s"}}')}`;

	test.each(["\n# Demo, it's for tests:\n", '; ', '\n{"started": true, "id": "x\'y"}\n'])(
		'several requests with %j between them',
		(between) => {
			const pasted = START_EVENT + between + DEMO + between + START_EVENT;
			deepStrictEqual(parseRequests(pasted), [SIGN_UP, demo, SIGN_UP]);
			deepStrictEqual(parseRequests(asOneLine(pasted)), [SIGN_UP, demo, SIGN_UP]);
		},
	);
});

describe('whatever slug and context are', () => {
	const pieces = [...'\'"\\^$`!%{}\n ;#@', 'curl ', '-d'];
	const text = fc
		.array(fc.oneof(fc.constantFrom(...pieces), anyText({ maxLength: 3 })), { maxLength: 8 })
		.map((parts) => parts.join(''));
	const request = fc.record(
		{
			// In a slug, typography is undone.
			slug: text.filter((slug) => slug.trim() !== '' && undoTypography(slug) === slug),
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
		['"…" of Postman', quote.postman, '^\n'],
	])('gives them back from %s', (_name, quoted, joint) => {
		const turned = fc.tuple(request, fc.constantFrom(0, 2), fc.nat());
		fc.assert(
			fc.property(fc.array(turned, { minLength: 1, maxLength: 3 }), (requests) => {
				const commands = requests.map(([each, indent, turn]) => {
					const body = `--data-raw ${quoted(written(each, indent))}`;
					const parts = [quoted(URL), '-X PUT', `-H ${quoted(BEARER)}`, body];
					const from = turn % parts.length;
					return ['curl', ...parts.slice(from), ...parts.slice(0, from)].join(` ${joint}`);
				});
				const expected = requests.map(([each]) => ({ ...SIGN_UP, ...each }));
				deepStrictEqual(parseRequests(commands.join('\n')), expected);
				deepStrictEqual(parseRequests(asOneLine(commands.join('\n'))), expected);
			}),
		);
	});
});

describe('refuses', () => {
	const SMALL = '{"slug":"demo-1","context":{"a":1}}';
	const put = (rest: string) => `curl -X PUT '${URL}' -H '${BEARER}' ${rest}`;
	const to = (address: string) => `curl -X PUT ${address} -d '${SMALL}'`;

	const cases: Record<string, string[]> = {
		'The field is empty': ['', ' \n\u00a0'],
		'The pasted text is not a curl command': ['Use curl here', TOKEN, `libcurl ${SMALL}`],
		'The request has no body, or more than one': [
			START_EVENT.slice(0, 20),
			put(''),
			put('-d'),
			put(`-d '${SMALL}' -d 'a=b'`),
			...OTHER_BODIES.map((option) => put(`-d '${SMALL}' ${option} 'a=b'`)),
			put(`-d '${SMALL}' --next -X PUT ${URL} -d '${SMALL}'`),
			`${START_EVENT}\ncurl ${URL}`,
		],
		'The method of the request is not PUT': [
			`curl '${URL}' -H '${BEARER}' -d '${SMALL}'`,
			START_EVENT.replace('PUT', 'POST'),
			`${START_EVENT} -X POST`,
		],
		'The request does not have a complete web address': [
			`curl -X PUT -d '${SMALL}'`,
			to('flows.example.com/v1'),
			to("'https://a.example/a b'"),
			to('https://<your-host>/v1'),
			to("'{{baseUrl}}/v1'"),
			to('"https://$HOST/v1"'),
		],
		'The body of the request cannot be used as JSON': [
			put(`-d "{'slug':'${TOKEN}','context':{}}"`),
			put(`-d '{"slug":"demo-1","context":{"a":9007199254740993}}'`),
			`${put('-d @body.json')}\n${SMALL}`,
			put(`-d ${quote.double('{"slug":"demo-1"')}`),
			put(`-d ''`),
		],
		'The body of the request does not consist of a slug and a context': [
			put(`-d '[]'`),
			put(`-d '{"context":{}}'`),
			put(`-d '{"slug":" ","context":{}}'`),
			put(`-d '{"slug":5,"context":{}}'`),
			put(`-d '{"slug":"demo-1","context":[]}'`),
			put(`-d '{"slug":"demo-1","context":{},"${TOKEN}":1}'`),
		],
	};

	const rows = Object.entries(cases).flatMap(([message, all]) => all.map((one) => [message, one]));

	test.each(rows)('%s (%#)', (expected, pasted) => {
		const { message, description } = refusalOf(() => parseRequests(pasted ?? ''));
		expect(message).toBe(expected);
		expect(description).toMatch(/Copy the whole request from the flow's Start Event\.$/);
		expect(message + description).not.toContain(TOKEN);
	});
});
