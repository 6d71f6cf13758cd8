import { readRequests } from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { DOCUMENTED, JSON_TYPE, read, refusal, SMALL, URL } from './pastes.mts';

const SMALL_REQUEST = { url: URL, slug: 'demo-1', context: { a: 1 } };
const REST = `-X PUT '${URL}' -d '${SMALL}'`;

describe('a command is found', () => {
	test.each([
		...[
			'',
			'  ',
			'\ta\n',
			'a\u2028',
			'$ ',
			'> ',
			'# ',
			'% ',
			'`',
			"'",
			'"',
			'“',
			'‘',
			'(',
			'a && ',
			'a; ',
			'a | ',
		],
		...[
			'* ',
			'• ',
			'1. ',
			'12) ',
			'- ',
			'+ ',
			'/usr/bin/',
			'C:\\bin\\',
			'$ /usr/bin/',
			'C:\\>C:\\bin\\',
			'`/usr/bin/',
		],
		...['ada@laptop:~$ ', 'answer=$(', 'to: ', 'see /usr/bin/', 'for $5 ', 'use ', 'a. ', 'x - '],
		...['It wants curl -v first, then ', 'curl is a program.\n', 'I curl it all the time:\n'],
	])('behind %j', (before) => {
		expect(read(`${before}curl ${REST}`)).toEqual(SMALL_REQUEST);
	});

	test.each([
		...['', '- ', '   - ', '1. ', '12) ', '\n\t+ ', '/usr/bin/', './curl/', 'C:\\bin\\', '$ /bin/'],
	])('behind %j, whatever word of it is named like it', (before) => {
		const pasted = `${before}curl -A 'use curl -v' ${REST}`;
		expect(readRequests(pasted)).toEqual([SMALL_REQUEST]);
	});

	test('by an address that is not encrypted', () => {
		const url = 'http://127.0.0.1:5678/start';
		expect(read(`curl ${url} -X PUT -d '${SMALL}'`)).toEqual({ ...SMALL_REQUEST, url });
	});

	test.each(['lib', 'my-', 'a.', 'x_'])('and not behind %j', (before) => {
		expect(refusal(`${before}curl ${REST}`).message).toMatch(/not a curl command/);
	});

	test.each([
		...[
			'curl',
			'CURL',
			'curl.exe',
			'Curl.exe',
			'irm',
			'iwr',
			'Invoke-RestMethod',
			'invoke-webrequest',
		],
	])('by its name: %s', (name) => {
		expect(read(`${name} -Method PUT '${URL}' -Body '${SMALL}'`)).toEqual(SMALL_REQUEST);
	});

	test.each(['curly', 'curl.sh', 'curls', 'wget', 'Invoke-Command', 'irmx', 'prefetch('])(
		'and by no other: %s',
		(name) => {
			expect(refusal(`${name} ${REST}`).message).toMatch(/not a curl command/);
		},
	);

	test.each([
		...[
			` ${REST}`,
			` –X PUT ${URL} –d '${SMALL}'`,
			` '${URL}' -X PUT -d '${SMALL}'`,
			`\u00a0${REST}`,
		],
		...[
			` "${URL}" -X PUT -d '${SMALL}'`,
			` “${URL}” -X PUT -d '${SMALL}'`,
			` <${URL}> -X PUT -d '${SMALL}'`,
		],
		...[
			` [a](${URL}) -X PUT -d '${SMALL}'`,
			` \\\n ${REST}`,
			` ^\n ${REST}`,
			` \`\n ${REST}`,
			`\n${REST}`,
		],
		...[` ${URL} -X PUT -d '${SMALL}'`, `\u200b ${REST}`, `" ${REST}`, `  \t${REST}`],
	])('by what follows: %j', (rest) => {
		expect(read(`curl${rest}`)).toEqual(SMALL_REQUEST);
	});

	test('a name behind a long line is one in a sentence', () => {
		const before = `${'a'.repeat(200)}$ curl -X POST https://a.example\n`;
		expect(read(`${before}curl ${REST}`)).toEqual(SMALL_REQUEST);
		expect(read(`${'a'.repeat(200)}\ncurl ${REST}`)).toEqual(SMALL_REQUEST);
	});

	test.each([
		['a word of an option', `curl -A curl ${REST}`],
		['a quoted word in it', `curl -A 'use curl -v' ${REST}`],
		['a name behind it', `curl ${REST}\nPS: curl -v tells more`],
	])('once, whatever is named like it: %s', (_what, pasted) => {
		expect(readRequests(pasted)).toEqual([SMALL_REQUEST]);
	});
});

describe('the command is over', () => {
	test.each([
		...['|', ';', '&&', '&', '||', '\n', '\n\n', ' #', '; #'].map(
			(end) => ` ${end} see https://a.example`,
		),
		...[
			'| jq -r .a -d b',
			'; x -X POST',
			'&& y -d z',
			'> out.json 2>&1',
			'\nhttp-x -X POST',
			'\n\nThat is -X POST',
		],
		...['\v\vThat is -X POST', '\n   \n"https://a.example" is another one'],
		...['\n\n"https://a.example" is another one', '\n\n\n https://a.example'],
	])('behind %j', (rest) => {
		expect(read(`curl ${REST} ${rest}`)).toEqual(SMALL_REQUEST);
	});

	test.each([
		' \\\n',
		' ^\n',
		' `\n',
		'\\\n',
		' \\\\\n',
		' \\ \n',
		'\n',
		' \\\t \n\t',
		'\n\n',
		'\v',
		'\f',
		'\u2028',
		'\u0085',
	])('and goes on behind %j', (lineEnd) => {
		expect(read(`curl '${URL}'${lineEnd}-X PUT${lineEnd}-d '${SMALL}'`)).toEqual(SMALL_REQUEST);
		expect(refusal(`curl '${URL}'${lineEnd}-X POST${lineEnd}-d '${SMALL}'`).message).toMatch(
			/POST/,
		);
	});

	test.each(["\n'", '\n  "', '\n', "\n  $'"])(
		'and with an address on the very next line: %j',
		(before) => {
			const quote = /['"]/.exec(before)?.[0] ?? '';
			for (const url of [URL, 'http://a.example']) {
				const pasted = `curl -X PUT -H '${JSON_TYPE}' -d '${SMALL}'${before}${url}${quote}`;
				expect(read(pasted)).toEqual({ ...SMALL_REQUEST, url });
			}
		},
	);

	test.each([
		['https://a.example/x;v=1?b=2&c=3'],
		['https://a.example/(a)!*,~@$5'],
		['https://a.example/#a'],
		['https://a.example/a--request=POST'],
		['https://a.example/a%20b?x=%7B%7D'],
	])('not within %s', (url) => {
		expect(read(`curl -X PUT ${url} -d '${SMALL}'`).url).toBe(url);
	});
});

describe('the options', () => {
	test.each([
		...[
			'-X PUT',
			'-XPUT',
			'-X=PUT',
			'-sSLX PUT',
			'-sXPUT',
			'--request PUT',
			'--request=PUT',
			'-X put',
			"-X 'PUT'",
		],
		...[
			'-X "PUT"',
			'-X PU"T"',
			`-X P'U'"T"`,
			'-X \\PUT',
			'-X POST -X PUT',
			'-Method PUT',
			'-method:put',
		],
		...[
			'–X PUT',
			'—request PUT',
			'–request PUT',
			'-–request PUT',
			'––request PUT',
			'–-request PUT',
			'\u2010X PUT',
		],
		...[
			'\u2011X PUT',
			'\u2212X PUT',
			'―request PUT',
			'–XPUT',
			'–Xput',
			'–sSLX PUT',
			'“-X” ”PUT”',
			'‘-X’ PUT',
		],
	])('%s', (method) => {
		expect(read(`curl ${method} '${URL}' -d '${SMALL}'`)).toEqual(SMALL_REQUEST);
		const other = `curl ${method.replace(/PUT$|put$/, 'DELETE')} '${URL}' -d '${SMALL}'`;
		if (!other.includes(method)) expect(refusal(other).message).toMatch(/DELETE/);
	});

	test.each([
		...[
			'-A',
			'-b',
			'-c',
			'-C',
			'-D',
			'-e',
			'-E',
			'-H',
			'-m',
			'-o',
			'-P',
			'-Q',
			'-r',
			'-t',
			'-w',
			'-x',
		],
		...[
			'-y',
			'-Y',
			'-z',
			'--header',
			'--proxy',
			'--preproxy',
			'--referer',
			'--user-agent',
			'--proxy-header',
		],
		...['-Headers', '-Proxy', '-UserAgent'],
	])('%s takes the next word, which is no address of the request', (option) => {
		expect(read(`curl ${option} https://other.example ${REST}`)).toEqual(SMALL_REQUEST);
		expect(read(`curl ${option}=https://other.example ${REST}`)).toEqual(SMALL_REQUEST);
	});

	test.each([
		'--compressed',
		'-i',
		'-s',
		'-k',
		'--location',
		'-L',
		'--http2',
		'-v',
		'--globoff',
		'-UseBasicParsing',
	])('%s takes none', (option) => {
		expect(read(`curl -X PUT -d '${SMALL}' ${option} ${URL}`)).toEqual(SMALL_REQUEST);
	});

	test.each([
		'-d',
		'--data',
		'--data-ascii',
		'--data-binary',
		'--data-raw',
		'--json',
		'-Body',
		'-body:',
		'--data=',
		'-d=',
	])('%s holds the body', (option) => {
		expect(read(`curl -X PUT ${URL} ${option} '${SMALL}'`)).toEqual(SMALL_REQUEST);
		expect(read(`curl -X PUT ${URL} ${option}'${SMALL}'`)).toEqual(SMALL_REQUEST);
		expect(refusal(`curl -X PUT ${URL} ${option} '${SMALL}' -d 'a'`).message).toMatch(
			/not have one body/,
		);
	});
});

describe('the address', () => {
	test.each([
		['HTTP://Flows.Example.com:8080', 'HTTP://Flows.Example.com:8080'],
		[`'  ${URL}\t'`, URL],
		[`\u200b${URL.replace('v1', 'v\u00ad1')}\ufeff`, URL],
		[`<${URL}>`, URL],
		[`<${URL}|flows.example.com>`, URL],
		[`'<${URL}|the flow>'`, URL],
		['<http://a.example/>', 'http://a.example/'],
		['[a](http://a.example/)', 'http://a.example/'],
		[`[${URL}](${URL})`, URL],
		[`${URL}<${URL}>`, URL],
		[`"${URL}<HTTPS://other.example>"`, URL],
		['http://a.example/<http://a.example/>', 'http://a.example/'],
		['https://a.example/caf%c3%a9', 'https://a.example/caf%c3%a9'],
		['https://a.example/%E2%82%AC%20', 'https://a.example/%E2%82%AC%20'],
		['https://a.example/\\[1\\]\\{2\\}', 'https://a.example/[1]{2}'],
		["'https://a.example/\\[1\\]'", 'https://a.example/[1]'],
		["'https://a.example/?$filter=a'", 'https://a.example/?$filter=a'],
		['"https://a.example/\\$a"', 'https://a.example/$a'],
		['"https://a.example/`$a"', 'https://a.example/$a'],
		["https://a.example/'v1'", 'https://a.example/v1'],
		['https\\://a.example/\\?a\\=1', 'https://a.example/?a=1'],
		[`--url ${URL}`, URL],
		[`--url=${URL}`, URL],
		[`-Uri:'${URL}'`, URL],
		[`-- '${URL}'`, URL],
		[`'${URL}' '${URL}'`, URL],
	])('%s', (word, url) => {
		expect(read(`curl -X PUT -d '${SMALL}' ${word}`)).toEqual({ ...SMALL_REQUEST, url });
	});

	test.each([
		['https://{{host}}/v1'],
		["'https://${HOST}/v1'"],
		['"https://$HOST/v1"'],
		['https://$(host)/v1'],
		['https://<HOST>/v1'],
		['https://a.example/{production,qa}/'],
		['https://a.example/%E%/'],
		['https://a.example/%my_env%/'],
		['https://a.example/%_%/'],
		[`'x<${URL}>'`],
		[`'<${URL}> x'`],
		[`'x[flow](${URL})'`],
		[`'[flow](${URL})x'`],
		[`'x${URL}<${URL}>'`],
		[`'${URL}<${URL}>x'`],
		[`'${URL}<mailto:a@example.com>'`],
	])('%s has no value', (word) => {
		expect(refusal(`curl -X PUT -d '${SMALL}' --url ${word}`).message).toMatch(
			/not have one complete web address/,
		);
	});
});

describe('what documents and clients make of JSON is undone', () => {
	test.each([
		['{“slug”:“demo-1”,“context”:{“a”:1}}', { a: 1 }],
		['{„slug“:‟demo-1”,„context“:{}}', {}],
		['{“slug":"demo-1”, ”context”:{}}', undefined],
		[
			'{"slug":"demo-1","context":{"a":"“so” it is","b":"it \\" ” is"}}',
			{ a: '“so” it is', b: 'it " ” is' },
		],
		['{“slug”:“demo-1”,“context”:{“a”:“say \\”hi\\“”}}', { a: 'say "hi"' }],
		['{“slug”:“demo-1”,“context”:{“a”:“x\\”\u00a0y”}}', { a: 'x"\u00a0y' }],
		[
			'{\u00a0“slug”\u2003:\u3000“demo-1”\t,\n“context”:{\u0085\v\f\u2028“a”:“b c\u00a0d”}}',
			{ a: 'b c\u00a0d' },
		],
		['{\u200b“slug”\ufeff:\u2060“demo-1”,\u00ad“context”:{}}', {}],
		['{"slug":"demo-1","context":{"a":"\\!\\#\\$\\`\\\'"}}', { a: "!#$`'" }],
		['{"slug":"demo-1","context":{"a":"\\\\!\\\\n"}}', { a: '\\!\\n' }],
		['{\n> "slug": "demo-1",\n>"context": {}\n >}', {}],
		[
			'{"context":{"slug":"x","context":{"slug":"y"}},"slug":"demo-1"}',
			{ slug: 'x', context: { slug: 'y' } },
		],
		['{"slug":"demo-1","context":{"a":"}]{[","b":["]"]}}', { a: '}]{[', b: [']'] }],
		['{"slug":"demo-1","context":{"a":"1 > 2\\n> 3"}}', { a: '1 > 2\n> 3' }],
	])('%s', (body, context) => {
		const pasted = `curl -X PUT ${URL} -d '${body}'`;
		if (context === undefined) expect(refusal(pasted).message).toMatch(/not valid JSON/);
		else expect(read(pasted)).toEqual({ ...SMALL_REQUEST, context });
	});

	test.each([
		...['&quot;', '&QUOT;', '&#34;', '&#034;', '&#x22;', '&#X22;'].map((sign) => [sign, '&#39;']),
		...['&apos;', '&#39;', '&#039;', '&#x27;'].map((sign) => ['&quot;', sign]),
	])('%s and %s of a page', (double, single) => {
		const page = DOCUMENTED.replaceAll('"', double)
			.replaceAll("'", single)
			.replaceAll('<', '&lt;')
			.replaceAll(' -', '&nbsp;-');
		expect(read(page)).toEqual(read(DOCUMENTED));
	});

	test('other references, and those of a text within, are left alone', () => {
		const text = '&copy; &amp;quot; &#35; &quot';
		const body = JSON.stringify({ slug: 'demo-1', context: { a: text } });
		expect(read(`curl -X PUT ${URL} -d '${body}'`).context).toEqual({ a: text });
		const page = `curl -X PUT ${URL} -d '${body.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}'`;
		expect(read(page).context).toEqual({ a: text });
	});

	test.each([
		['100 levels', 99, false],
		['101 levels', 100, true],
	])('%s within each other: refused %p', (_what, depth, isRefused) => {
		const pasted = `curl -X PUT ${URL} -d '{"slug":"demo-1","context":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}'`;
		if (isRefused) expect(refusal(pasted).message).toMatch(/nested too deeply/);
		else expect(read(pasted).slug).toBe('demo-1');
	});

	test('brackets beside each other, or in a text, are no depth', () => {
		const context = { a: Array.from({ length: 1_000 }, () => ({})), b: '['.repeat(1_000) };
		const pasted = `curl -X PUT ${URL} -d '${JSON.stringify({ slug: 'demo-1', context })}'`;
		expect(read(pasted)).toEqual({ ...SMALL_REQUEST, context });
	});
});

describe('what stands in front of a JSON object tells whether it is the body', () => {
	test.each([
		['a name of a body', `fetch('${URL}', {method:'PUT', body: ${SMALL}})`],
		['an assignment', `$body = '${SMALL}'\nirm ${URL} -Method PUT -Body $body`],
	])('%s', (_what, pasted) => {
		expect(read(pasted)).toEqual(SMALL_REQUEST);
	});

	test.each([
		['another name', `curl -X PUT ${URL} -d '{"wrapped":${SMALL}}'`],
		['a list', `curl -X PUT ${URL} -d '[${SMALL}]'`],
		['a second place in a list', `curl -X PUT ${URL} -d '[1, ${SMALL}]'`],
	])('it is none in %s', (_what, pasted) => {
		expect(refusal(pasted).message).toMatch(/not have one body/);
	});
});
