import fc from 'fast-check';

import { readAccess } from '../../../nodes/TriggerFlow/rules/credential/access';
import { everythingSaid, refusalOf } from '../errors/refusal.mts';

const URL = 'https://qa.flows.example/v1/start';
const TOKEN = 'k7Qz-2f6a90c4d1b73e58';

const command = ({ url = URL, header = `Authorization: Bearer ${TOKEN}`, slug = 'order-1' } = {}) =>
	`curl -X PUT '${url}' \\\n  -H '${header}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "slug": "${slug}",\n  "context": { "email": "ada@example.com" }\n}'`;

/** What is left in a field of one line: browsers drop the line breaks. */
const onOneLine = (text: string) => text.replaceAll('\n', '');

const REQUEST = { url: URL, slug: 'order-1', context: { email: 'ada@example.com' } };

test.each([
	['as it stands there', command()],
	['on one line', onOneLine(command())],
	['on one line, without indentation', onOneLine(command().replace(/\n +/g, '\n'))],
	['with CRLF', command().replaceAll('\n', '\r\n')],
	['with blanks around it', `\n  ${command()}\n\n`],
	['with a prompt', `$ ${command()}`],
	['small letters', command({ header: `authorization: bearer ${TOKEN}` })],
	['a token alone in the header', command({ header: `Authorization: ${TOKEN}` })],
	[
		'as Windows wants it',
		`curl -X PUT "${URL}" ^\n  -H "Authorization: Bearer ${TOKEN}" ^\n  -d "{\\"slug\\":\\"order-1\\",\\"context\\":{\\"email\\":\\"ada@example.com\\"}}"`,
	],
	[
		'from PowerShell',
		`Invoke-RestMethod -Method Put -Uri '${URL}' -Headers @{ Authorization = 'Bearer ${TOKEN}' } -Body '{"slug":"order-1","context":{"email":"ada@example.com"}}'`,
	],
	[
		'from JavaScript',
		`await fetch("${URL}", {method: "PUT", headers: {"Authorization": "Bearer ${TOKEN}"}, body: '{"slug":"order-1","context":{"email":"ada@example.com"}}'})`,
	],
])('a whole request gives address, token and flow: %s', (_what, accessToken) => {
	for (const baseUrl of ['', ' ', undefined, URL]) {
		expect(readAccess({ baseUrl, accessToken })).toEqual({
			baseUrl: URL,
			accessToken: TOKEN,
			request: REQUEST,
		});
	}
});

test('a request to this machine is one as well, without TLS', () => {
	const accessToken = `fetch("http://localhost:3000/start", {method: "PUT", headers: {Authorization: "Bearer ${TOKEN}"}, body: '{"slug":"order-1","context":{}}'})`;
	expect(readAccess({ accessToken })).toMatchObject({
		baseUrl: 'http://localhost:3000/start',
		accessToken: TOKEN,
	});
});

const CHROME = `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.UserAgent = "Mozilla/5.0"
Invoke-WebRequest -UseBasicParsing -Uri "${URL}" \`
-Method "PUT" \`
-WebSession $session \`
-Headers @{
"accept"="*/*"
  "authorization"="Bearer TOKEN"
} \`
-ContentType "application/json" \`
-Body "{\`"slug\`":\`"order-1\`",\`"context\`":{\`"email\`":\`"ada@example.com\`"}}"`;

test.each([
	['curl', (token: string) => command({ header: `Authorization: Bearer ${token}` })],
	[
		'PowerShell',
		(token: string) =>
			`Invoke-RestMethod -Method Put -Uri '${URL}' -Headers @{ Authorization = 'Bearer ${token}' } -Body '{"slug":"order-1","context":{}}'`,
	],
	['"Copy as PowerShell"', (token: string) => CHROME.replace('TOKEN', token)],
	[
		'"Copy as PowerShell" on one line',
		(token: string) => onOneLine(CHROME.replace('TOKEN', token)),
	],
	[
		'fetch',
		(token: string) =>
			`fetch("${URL}", {"method": "PUT", "headers": {"authorization": "Bearer ${token}"}, "body": "{\\"slug\\":\\"order-1\\",\\"context\\":{}}"})`,
	],
])('a token of any length and with brackets is read whole: %s', (_what, paste) => {
	for (const length of [20, 300, 301, 4_097]) {
		const token = `a.b*c(d)${'x7'.repeat(length)}`;
		const { accessToken, baseUrl } = readAccess({ accessToken: paste(token) });
		expect([accessToken, baseUrl]).toEqual([token, URL]);
	}
});

test('a token is taken from a request exactly as it is, whatever a header can hold', () => {
	// RFC 6750, section 2.1, and more than that.
	const sign = fc.constantFrom(...'abcXYZ0189-._~+/=|:@$%&*()[]{}<>?!#,;'.split(''));
	const anyToken = fc.string({ unit: sign, minLength: 12, maxLength: 60 });
	fc.assert(
		fc.property(anyToken, (token) => {
			const accessToken = command({ header: `Authorization: Bearer ${token}x7` });
			try {
				expect(readAccess({ accessToken }).accessToken).toBe(`${token}x7`);
			} catch (error) {
				// Or it is said that there is none: what looks like a placeholder.
				expect((error as Error).message).toContain('No token was found');
			}
		}),
	);
});

test.each([
	['', undefined],
	[
		'a URL that is used as it stands, not as the request has it',
		'HTTPS://QA.flows.example:443/v1/start',
	],
])('with an endpoint URL beside it that is the same: %s', (_what, baseUrl) => {
	expect(readAccess({ baseUrl, accessToken: command() }).baseUrl).toBe(baseUrl ?? URL);
});

test('with another endpoint URL beside it, both are shown, without their queries', () => {
	const baseUrl = 'https://www.flows.example/v1/start?key=k-1';
	const { message, description } = refusalOf(() => readAccess({ baseUrl, accessToken: command() }));
	expect(message).toContain('not that of the request in Access Token');
	expect(description).toContain('https://www.flows.example/v1/start?…');
	expect(description).toContain(URL);
	expect(description).not.toContain('k-1');
});

const COPY = /^Copy the request from the Start Event with its token/;
const ONE_LINE = /This field keeps no line breaks: a request of several lines/;

test.each<[string, string, RegExp, RegExp?]>([
	['no token', command({ header: 'Accept: */*' }), /^No token was found/, COPY],
	[
		'a placeholder',
		command({ header: 'Authorization: Bearer <ACCESS_TOKEN>' }),
		/^No token was found/,
		COPY,
	],
	['a variable', command().replaceAll("'", '"').replace(TOKEN, '$TOKEN'), /./, ONE_LINE],
	[
		'two requests',
		`${command()}\n${command({ slug: 'mail-2' })}`,
		/more than one request/,
		/^Leave one request there.* further flows belong into Start Events/,
	],
	[
		'no body',
		`curl -X PUT '${URL}' -H 'Authorization: Bearer ${TOKEN}'`,
		/Access Token .*: .*body/,
	],
	['plain http', command({ url: 'http://qa.flows.example/' }), /uses http:/],
	[
		'two tokens',
		command().replace('-d', "-H 'Authorization: Bearer zz9Z8y7X6w5V4u' -d"),
		/more than one/,
	],
	[
		'no request at all',
		'see https://flows.example for the token',
		/Access Token in the credential/,
		ONE_LINE,
	],
])('refused, and the token is not repeated: %s', (_what, accessToken, said, advice = /./) => {
	const refusal = refusalOf(() => readAccess({ accessToken }));
	expect(refusal.message).toMatch(said);
	expect(refusal.description).toMatch(advice);
	expect(everythingSaid(refusal)).not.toContain(TOKEN);
});

test('a token alone is read as before, whatever stands in it', () => {
	for (const token of [TOKEN, `curl-${TOKEN}`, `https://${TOKEN}`]) {
		const read = { baseUrl: URL, accessToken: token };
		expect(readAccess({ baseUrl: URL, accessToken: token })).toEqual(read);
		expect(readAccess({ baseUrl: URL, accessToken: ` ${token}\n` })).toEqual(read);
	}
	expect(readAccess({ baseUrl: URL, accessToken: ` Bearer ${TOKEN}\n` }).accessToken).toBe(TOKEN);
	expect(refusalOf(() => readAccess({ baseUrl: '', accessToken: TOKEN })).message).toMatch(
		/URL .* is empty/,
	);
});

test('no message holds the token, wherever a paste is cut or changed', () => {
	const whole = `${command()}\n${command({ slug: 'mail-2' })}`;
	fc.assert(
		fc.property(
			fc.nat(whole.length),
			fc.nat(whole.length),
			fc.constantFrom('', "'", '"', '\n', '\\', '{', '}', '-H', TOKEN),
			(start, length, inserted) => {
				const accessToken = whole.slice(0, start) + inserted + whole.slice(start + length);
				try {
					readAccess({ accessToken, baseUrl: '' });
				} catch (error) {
					// Also not the first half of it.
					expect(everythingSaid(error as never)).not.toContain(TOKEN.slice(0, 9));
				}
			},
		),
		{ numRuns: 500 },
	);
});
