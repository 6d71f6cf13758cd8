import fc from 'fast-check';

import { HOLDS_TOKEN } from '../../../nodes/TriggerFlow/parameters/pastedRequest';
import {
	findTokens,
	refuseTokenIn,
	refuseTokenOf,
} from '../../../nodes/TriggerFlow/rules/secrets/likelyTokens';
import { refusalOf } from '../errors/refusal.mts';
import { anyText } from '../anyText.mts';
import {
	answerTo,
	BODY,
	DOCUMENTED,
	ONE_LINE,
	refusal,
	SECRET,
	SMALL,
	URL,
	withHeader,
} from '../pastedRequest/pastes.mts';
import * as quote from '../pastedRequest/quoting.mts';

const secrets: Array<[place: string, pasted: string]> = [
	['Authorization', withHeader(`Authorization: Bearer ${SECRET}`)],
	['authorization in small letters', withHeader(`authorization: bearer ${SECRET}`)],
	['Authorization without a scheme', withHeader(`Authorization: ${SECRET}`)],
	['another scheme', withHeader(`Authorization: Basic ${SECRET}`)],
	['a word', withHeader('Authorization: Bearer acmehorse')],
	['a scheme twice', withHeader(`Authorization: Bearer Bearer ${SECRET}`)],
	['Proxy-Authorization', withHeader(`Proxy-Authorization: Basic ${SECRET}`)],
	['x-api-key', withHeader(`x-api-key: ${SECRET}`)],
	['X-Auth-Token', withHeader(`X-Auth-Token: ${SECRET}`)],
	['a cookie header', withHeader(`Cookie: theme=***; session=${SECRET}`)],
	['-b', `${ONE_LINE} -b 'session=${SECRET}'`],
	['--cookie', `${ONE_LINE} --cookie=session=${SECRET}`],
	['-u', `${ONE_LINE} -u ada:${SECRET}`],
	['-u, with a word that people take for a password', `${ONE_LINE} -u ada:secret`],
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
];

describe('a real token is refused and never repeated', () => {
	test.each(secrets)('in %s', (_place, pasted) => {
		const error = refusal(pasted);
		expect(error.message).toMatch(/real access token/);
		expect(error.description).toMatch(/credential/);
		expect(error.message + error.description).not.toContain(SECRET.slice(0, 6));
	});

	test('wherever one is planted', () => {
		const token = fc.stringMatching(/^[A-Za-z0-9]{24,40}$/).filter((text) => /\d.*\d/.test(text));
		const place = fc.constantFrom<(token: string) => string>(
			(text) => withHeader(`Authorization: Bearer ${text}`),
			(text) => withHeader(`X-Api-Key: ${text}`),
			(text) => withHeader(`Cookie: a=${text}`),
			(text) => `${ONE_LINE} -u ${text}:${text}`,
			(text) => ONE_LINE.replace('https://', `https://${text}@`),
			(text) => ONE_LINE.replace('tenant=7', `access_token=${text}`),
			(text) => `export ACCESS_TOKEN=${text}\n${ONE_LINE}`,
			(text) => `Access Token\n${text}\n\n${ONE_LINE}`,
		);
		fc.assert(
			fc.property(token, place, (text, plant) => {
				const { message, description } = refusal(plant(text));
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
				expect(JSON.stringify(answerTo(text))).not.toContain(SECRET.slice(0, 8));
			}),
			{ numRuns: 1_000 },
		);
	});
});

const UUID = '0f3c9d52-2f3b-4c66-9a52-0d8f3c1b7e11';
const LIVE = 'tf_live_9aK3mQ7xR2vN8bT5wY1z';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const WEB_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.x';

describe('a token is told', () => {
	const inHeader = 'in the Authorization header';
	const afterBearer = 'after the word Bearer';
	const aHeader = 'in a header';
	const aCookie = 'in a cookie';
	const aUser = 'as user name and password';
	const anOption = 'in an option';
	const anAddress = 'in the web address';
	const aWord = 'behind a word such as token';

	test.each([
		[inHeader, `-H 'Authorization: Bearer ${SECRET}'`],
		[inHeader, `-H 'AUTHORIZATION:${SECRET}'`],
		[inHeader, `-H 'Proxy-Authorization: Basic ${SECRET}'`],
		[aHeader, `-H 'X-Authorization: ${SECRET}'`],
		[inHeader, `-H 'Authorization=Bearer:${SECRET}'`],
		[inHeader, `-H ' authorization : bearer=${SECRET}'`],
		[inHeader, `-H 'Authorization: Bearer Bearer Bearer ${SECRET}'`],
		[inHeader, `-H 'Authorization: Bearer\\${SECRET}'`.replace('\\', '\t')],
		[inHeader, `-H 'Authorization: Bearer "${SECRET}"'`],
		[inHeader, 'authorization: bearer acmehorse'],
		[inHeader, 'Authorization: Basic acmehorse'],
		[inHeader, 'Authorization: digest acmehorse'],
		[inHeader, 'Authorization: JWT acmehorse'],
		[inHeader, 'Authorization: OAuth=acmehorse'],
		[inHeader, 'Authorization: ApiKey%20acmehorse'],
		[inHeader, 'Authorization: Token&nbsp;acmehorse'],
		[inHeader, `Authorization: ${SECRET}`],
		[inHeader, 'Authorization: abcdefgh1'],
		[inHeader, `"authorization": "Bearer ${SECRET}"`],
		[inHeader, `'Authorization' => 'Bearer ${SECRET}'`],
		[inHeader, `"Authorization"="Bearer ${SECRET}"`],
		[inHeader, `("Authorization", "Bearer ${SECRET}")`],
		[inHeader, `\\"Authorization\\": \\"Bearer ${SECRET}\\"`],
		[inHeader, `^"Authorization: Bearer^ ${SECRET}^"`],
		[inHeader, `Authorization%3A Bearer ${SECRET}`],
		[inHeader, `“Authorization”: “Bearer ${SECRET}”`],
		[afterBearer, `the Bearer ${SECRET}`],
		[afterBearer, 'the bearer x9http:KfQ2vLw7TzR'],
		[afterBearer, 'the bearer abcdefg1'],
		[afterBearer, 'the bearer: abcdefghijklmnopqrst'],
		['a JSON Web Token', `see ${WEB_TOKEN}`],
		[aHeader, `-H 'My-Postman-Token: ${SECRET}'`],
		[aHeader, `-H 'Postman-Token-Key: ${SECRET}'`],
		[aHeader, `--proxy-header 'Proxy-Token: ${SECRET}'`],
		[aHeader, `--header="X-Token: ${SECRET}"`],
		[aHeader, `-H'Client-Secret: ${SECRET}'`],
		[aHeader, `-H X-Auth:${SECRET}`],
		[aHeader, `-H 'ApiKey: ${SECRET}'`],
		[aHeader, `-H 'Api-Key; ${SECRET}'`],
		[aHeader, `-H 'X-Key: Token ${SECRET}'`],
		[aHeader, `-H 'X_Key: ${SECRET}'`],
		[aHeader, `-H 'Key: ${SECRET}'`],
		[aHeader, `-H 'X-Password: ${SECRET}'`],
		[aHeader, `-H 'X-Credentials: ${SECRET}'`],
		[aHeader, `-H 'X-JWT: ${SECRET}'`],
		[aHeader, `-H 'Session-Id: ${SECRET}'`],
		[aHeader, `-H 'X-Signature: ${SECRET}'`],
		[aHeader, `-H 'Set-Cookie: ${SECRET}'`],
		[aHeader, `-H 'cookie: ${SECRET}'`],
		[aHeader, `-H ^"x-api-key: ${SECRET}^"`],
		[aHeader, `"X-Api-Key"="${SECRET}"`],
		[aHeader, `"x-auth-token": "${SECRET}"`],
		[aCookie, `-H 'Cookie: a=***; b=${SECRET}'`],
		[aCookie, `-b 'a=<TOKEN>;b=${SECRET}'`],
		[aCookie, `--cookie=a=${SECRET}`],
		[aCookie, `Cookies.Add((New-Object System.Net.Cookie("sid", "${SECRET}", "/", "a.example")))`],
		[aUser, `-u ada:${SECRET}`],
		[aUser, `-U '<USER>:${SECRET}'`],
		[aUser, `--proxy-user=ada:hunter`],
		[aUser, `--user ${SECRET}`],
		[aUser, `--user '${SECRET}:'`],
		[anOption, '--oauth2-bearer hunter'],
		[anOption, '--pass hunter'],
		[anOption, "--proxy-pass='hunter'"],
		[anOption, '--tlspassword "hunter"'],
		[anOption, '--proxy-tlspassword hunter'],
		[anAddress, `https://ada:${SECRET}@flows.example.com`],
		[anAddress, `'//${SECRET}@flows.example.com'`],
		[anAddress, `-x http://${SECRET}@proxy:8080`],
		[anAddress, `--preproxy socks5://<USER>:${SECRET}@proxy`],
		[anAddress, `https://flows.example.com/v1?access_token=${SECRET}`],
		[anAddress, `https://flows.example.com/v1?a=1&token=${SECRET}`],
		[anAddress, `https://flows.example.com/v1?a=1&amp;sig=Kx3f9%2BQ2vLw7%3D`],
		[anAddress, `https://flows.example.com/v1?api_key=${SECRET}&a=1`],
		[aWord, `export ACCESS_TOKEN=${SECRET}`],
		[aWord, `set TOKEN=${SECRET}`],
		[aWord, `$env:FLOW_TOKEN = "${SECRET}"`],
		[aWord, `const accessToken = '${SECRET}';`],
		[aWord, `Token: ${SECRET}`],
		[aWord, `Access Token\n\n${SECRET}\nURL`],
		[aWord, `ACCESS TOKEN\n    ${SECRET}`],
		[aWord, `API key = ${UUID}`],
		[aWord, `secret:${SECRET}`],
		[aWord, `Client Secret\n${SECRET}`],
		[aWord, `password: tf_4f9a-88b1-c3d2-77`],
		...['\n', ' \n', '\\\n', ' \\\n  ', '\n> ', '\n\t', '\r\n'].map((end) => [
			inHeader,
			`-H 'Authorization: Bearer${end}${LIVE}'`,
		]),
		[inHeader, `-H 'Authorization:\nBearer ${LIVE}'`],
		...[
			...[`{"accessToken":"${LIVE}"}`, `{ "access_token": "${LIVE}", "a": 1 }`],
			...[`\n"token": "${HEX}"\n`, `Access token\t${LIVE}`, `| Access token | ${LIVE} |`],
			`<label>Access token</label><input type="password" value="${LIVE}">`,
			...[`<td>Access token</td>\n<td>${LIVE}</td>`, `**Token:** \`${LIVE}\``],
			...[`Token (QA): ${LIVE}`, `Token for QA: ${LIVE}`, `Access token\nCopy\n${LIVE}`],
			...[`# token ${LIVE}`, `Your access token is ${LIVE}`, `set -gx ACCESS_TOKEN ${LIVE}`],
			`setx ACCESS_TOKEN ${LIVE}`,
		].map((text) => [aWord, text]),
		[afterBearer, `-H 'Authorization: Bearer YOUR_TOKEN ${LIVE}'`],
		[aHeader, `-H 'X-Acme: ${LIVE}'`],
		[aHeader, `-H 'X-Monkey: ${HEX}'`],
		[aCookie, `"cookie":"sid=${LIVE}"`],
		[aCookie, `"cookie"="lang=de; sid=${LIVE}"`],
		[anAddress, `https://a.example/?code=${LIVE}${HEX.slice(0, 18)}==`],
		[anAddress, `https://a.example/?auth=${LIVE}`],
		[anAddress, `https://a.example/?subscription-key=${LIVE}`],
	])('%s: %s', (place, text) => {
		const pasted = `curl ${text.replaceAll('\r', '')}`;
		const { message, description } = refusalOf(() => refuseTokenIn(pasted));
		expect(message).toBe(`The pasted request holds a real access token (${place})`);
		expect(description).toMatch(/ACCESS_TOKEN.* credential/);
		expect(message + description).not.toContain(SECRET);
		expect(isNoticed(pasted)).toBe(true);
	});

	test.each([
		...["-H 'Authorization: Bearer <ACCESS_TOKEN>'", "-H 'Authorization: Bearer'"],
		...["-H 'Authorization: Token <TOKEN>'", "-H 'Authorization: api-key $KEY'"],
		...["-H 'Authorization: Bearer Bearer <TOKEN1>'", "-H 'Authorization: Bearer  <TOKEN1>'"],
		...["-H 'Authorization: Negotiate'", "-H 'Authorization'", "-H 'Authorization:'"],
		...["-H 'X-Api-Key: YOUR_KEY'", "-H 'Cookie: a=***; b=<SESSION>'", "-b 'session=$SESSION'"],
		...["-u '<USER>:<PASSWORD>'", '-u "$USER:$PASSWORD"', '--oauth2-bearer "$TOKEN"', '--pass ***'],
		...['https://<USER>:<PASSWORD>@flows.example.com', '"https://$USER:$PASS@flows.example.com"'],
		...["-H 'Content-Type: application/json'", `-H 'X-Request-Id: ${SECRET}'`],
		...[`-H 'Postman-Token: ${UUID}'`, `-H 'postman-token: ${UUID}'`],
		...[`-H 'Idempotency-Key: ${SECRET}'`, `-H 'Sec-WebSocket-Key: ${SECRET}'`],
		...[`-H 'Author: ${SECRET}'`, `-H 'Keyboard: ${SECRET}'`, "-H 'X-Monkey: banana'"],
		...["-b 'lang=de; theme=dark'", "-H 'Cookie: consent=true'", `-H 'X-Trace-Id: ${HEX}'`],
		...[
			"-H 'Authorization: Bearer 'https://a.example/start' -d 'a'",
			"-H 'X-Kind: a-b-c-d-e-f-g-h-i'",
		],
		...[`-b ${SECRET}.txt`, `-A ${SECRET}`, `-d '{"a":"${SECRET}"}'`],
		...[
			'https://flows.example.com/ada@example.com',
			`https://a.example/?mail=//${SECRET}@b.example`,
		],
		...[`https://flows.example.com#//${SECRET}@`, 'https://flows.example.com/v1?token=<TOKEN>'],
		...['https://flows.example.com/v1?tenant=7&page=12', 'https://a.example/?token=short1'],
		...['Authorization: required', 'Authorization: https://flows.example.com/docs/1'],
		...['Authorization is explained on page 12', 'the bearer abcdef1', 'Bearer token'],
		...['the bearer abcdefghijklmnopqrs', 'the bearer https://flows.example.com/v1/start'],
		...[
			'the bearer http://flows.example.com/v1/start',
			`forbearer ${SECRET}`,
			`the bearers ${SECRET}`,
		],
		...[
			'heyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx',
			'eyJhbGciO.eyJzdWIiOiIx',
			'eyJhbGciOiJIUzI1NiJ9.short',
		],
		...[
			'export ACCESS_TOKEN=',
			'export ACCESS_TOKEN=<ACCESS_TOKEN>',
			'export TOKEN=$(pass show token)',
		],
		...[
			'Token: your-token-here',
			'Token: valid until 2026',
			'Token\nhttps://flows.example.com/v1/2026',
		],
		...['Secret\n2026-01-31T10:00:00.000Z', 'The token is in the vault', `token ${SECRET}`],
		...[`-d '{"slug":"a","context":{"token":"${SECRET}","access_token":"${UUID}"}}'`],
		...[`-d "{\\"slug\\":\\"a\\",\\"context\\":{\\"session\\":{\\"secret\\":\\"${SECRET}\\"}}}"`],
		...[
			"-H 'Authorization: Bearer -H 'Content-Type: application/json'",
			"-u -H 'a: b'",
			'--pass --url',
		],
		...["-H 'Authorization: Bearer \\\n  --data-raw 'a'", ''],
	])('and none: %s', (text) => {
		const pasted = `curl ${text}`;
		expect(findTokens(pasted)).toEqual([]);
		expect(isNoticed(pasted)).toBe(false);
	});

	test('with all that were found, in their order', () => {
		const pasted = `export TOKEN=${SECRET}\ncurl -u 'ada:hunter' -H "Authorization: Bearer ${UUID}"`;
		expect(findTokens(pasted)).toEqual([
			{ place: aWord, value: SECRET },
			{ place: aUser, value: 'hunter' },
			{ place: inHeader, value: UUID },
		]);
	});
});

describe('in the place of a token', () => {
	const bearer = (text: string) => `curl -H "Authorization: Bearer ${text}"`;

	test.each([
		...['x', 'foo', 'test', 'test-token', 'abc', 'TOKEN_1', 'YOUR_TOKEN_2', 'token123', 'eyJ...'],
		...['tf_live_...', 'tf_live_xxxxxxxxxxxxxxxx', 'tok_****1234', '0000000000000000'],
		...['**TOKEN**', 'n/a', 'process.env.TOKEN', 'hunter2'],
		...['*'.repeat(300), '<yourAccessTokenGoesHere>', 'ACME_TOKEN', 'MY-BIG-CO-SECRET', '<a1>'],
		...['your token.', '${{a1}}', '', ' ', '***', '…', '<>', '<ACCESS_TOKEN>', '<<token>>'],
		...['<your token, 40 signs>', '&lt;TOKEN&gt;', '%3CTOKEN%3E', '%7Btoken1%7D', '{token1}'],
		...['{{ token.v1 }}', '[token 1]', '(token 1)', '«token 1»', '%TOKEN_1%', '%_t1%', '!TOKEN1!'],
		...[
			'#{token1}',
			'@@t1@@',
			'@t1@',
			'__TOKEN1__',
			'$TOKEN1',
			'$env:TOKEN_1',
			'$a.b.c1',
			'${TOKEN1}',
		],
		...[
			'${{ secrets.T1 }}',
			'$(cat token1)',
			'`cat token1`',
			'xxxxxxxx',
			'XXXX-XXXX',
			'....',
			'•••••',
		],
		...[
			'____',
			'----',
			'***1234',
			'ab12****',
			'x***1',
			'YOUR_TOKEN',
			'your-token-here',
			'yourTokenHere',
		],
		...[
			'ACME_API_KEY',
			'MY-CO-SECRET',
			'A_PASSWORD',
			'PUT_IT_HERE',
			'Your access token',
			'token',
			'TOKEN',
		],
		...[
			'insert your secret here',
			'redacted',
			"'YOUR_TOKEN'",
			'“YOUR_TOKEN”',
			'‘token’',
			' token ',
		],
		...[
			'changeme',
			'your hunter',
			'{{ $json["token"] }}',
			'••••••',
			'replace.me',
			'REPLACE_WITH_YOUR_TOKEN',
		],
		...[
			'<abcdefghijkl123>',
			'<abcdefghijklmn12>',
			'<ABCDEFGHIJKLMN12>',
			'<eyJabc>',
			'<a-1234-abcd-x>',
			'^<TOKEN^>',
			'\\<T\\>',
		],
		// Blackened, named by somebody, numbered.
		...['████████████████████', '####################', '{{acmeFlowLogin}}', '<<acme login>>'],
		...['<YourAccessToken1>', '<TRIGGERFLOWLOGIN42>'],
	])('%j is none', (text) => {
		expect(findTokens(bearer(text))).toEqual([]);
		expect(isNoticed(bearer(text))).toBe(false);
	});

	test.each([
		...['huntress MY_TOKEN', 'x9KfQ2vLw7TzR4mB8nYc', 'huntress', 'mysecretword'],
		...['acme_api_key', 'ACME_API_KEYS', 'ACMEAPIKEY', '123_TOKEN'],
		...[
			'x<TOKEN>',
			'<TOKEN>x',
			'a%3CTOKEN%3E',
			'%3CTOKEN%3Ea',
			'acme{horse}',
			'{horse}acme',
			'acme[horse]',
			'[horse]acme',
			'acme«horse»',
		],
		...[
			'«horse»acme',
			'a%TOKEN_X%',
			'%ACME%horse',
			'%1ACMEHORSE%',
			'a!TOKENX!',
			'!ACME!horse',
			'acme#{horse}',
			'#{horse}acme',
			'acme@horse',
			'horse1@t1@',
		],
		...[
			'horse__T1__',
			'__T1__horse',
			'a$TOKENX',
			'$1acmehorse',
			'acme${horse}',
			'${horse}acme',
			'horse${a1}',
			'a%7Bb%7D',
		],
		...[
			'%7Bb%7Da',
			'acme$(horse',
			'***12345',
			'abcde****',
			'horseab**',
			`$${SECRET}`,
			`-${SECRET}`,
		],
		...[`<${SECRET}>`, `<${UUID}>`, `<${WEB_TOKEN}>`, `{{Bearer ${WEB_TOKEN}}}`, '<eyJhbGciOiJ.x>'],
		// Of few digits, whatever comes first.
		...['<KxQvLw9TzRmBn2YcP>', '<9KxQvwLTzRmBn2YcP>', '<kx9qv2lwtzRmBnYcP>'],
		...['<abcdefghijkl1234>', '[abcDEFghijklmn12]', '<abcdefghijklmnop abcdefghijkl1234>'],
	])('%j is taken for one', (text) => {
		expect(findTokens(bearer(text))).not.toEqual([]);
		expect(isNoticed(bearer(text))).toBe(true);
	});
});

/** What n8n's editor makes of the text, to show the notice that it holds a token. */
function isNoticed(text: string): boolean {
	const { _cnd } = HOLDS_TOKEN as unknown as { _cnd: { regex: string } };
	return new RegExp(_cnd.regex).test(text);
}

test('the notice in the editor and the refusal of a run agree on every text', () => {
	const parts = fc.constantFrom(
		...[
			'Authorization',
			': ',
			'Bearer ',
			'token',
			'TOKEN',
			'=',
			'\n',
			' ',
			'-u ',
			'-b ',
			'-H ',
			"'",
			'"',
		],
		...[
			'<',
			'>',
			'{{',
			'}}',
			'$',
			'***',
			'your',
			'ACME_KEY',
			SECRET,
			UUID,
			'https://',
			'@',
			'?sig=',
			'a1',
			'\\',
		],
	);
	const text = fc.array(fc.oneof(parts, anyText({ maxLength: 3 })), { maxLength: 12 });
	fc.assert(
		fc.property(text, (pieces) => {
			const pasted = `${ONE_LINE} ${pieces.join('')}`;
			expect(isNoticed(pasted)).toBe(findTokens(pasted).length > 0);
		}),
		{ numRuns: 2_000 },
	);
});

test('what finds a token in the editor is understood by every browser', () => {
	const { _cnd } = HOLDS_TOKEN as unknown as { _cnd: { regex: string } };
	expect(_cnd.regex).not.toMatch(/\(\?<|\\p\{/);
});

test("the credential's own token is found in whatever form it stands", () => {
	const text = `${DOCUMENTED}\n# ${Buffer.from(`Bearer ${SECRET}`).toString('base64')}`;
	expect(() => refuseTokenOf(SECRET, DOCUMENTED)).not.toThrow();
	expect(refusalOf(() => refuseTokenOf(SECRET, text)).message).toMatch(
		/real access token \(that of the selected credential\)/,
	);
});
