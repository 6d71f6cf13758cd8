import { deepStrictEqual } from 'node:assert';

import fc from 'fast-check';

import { readRequests } from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { anyBody, anyRequest } from './anyRequest.mts';
import { AUTHORIZATION, refusal, withBody } from './pastes.mts';
import * as quote from './quoting.mts';

const QA = { url: 'https://qa.example.com/start', slug: 'sign-up-1', context: { a: 1 } };
const PRODUCTION = {
	url: 'https://www.example.com/start',
	slug: 'sign-up-2',
	context: { a: "it's" },
};

type Request = typeof QA | typeof PRODUCTION;
const json = ({ slug, context }: Request) => JSON.stringify({ slug, context });
const curl = (request: Request) =>
	`curl -X PUT '${request.url}' \\\n  -H '${AUTHORIZATION}' \\\n  -d ${quote.bash(json(request))}`;

test.each([
	['a line each', `${curl(QA)}\n${curl(PRODUCTION)}`],
	['a blank line between them', `${curl(QA)}\n\n${curl(PRODUCTION)}\n`],
	['comments', `# QA\n${curl(QA)}\n\n# Production, it's live:\n${curl(PRODUCTION)}`],
	[
		'sentences',
		`For QA, it's this: ${curl(QA)}\n\nThat's all. And live:\n\n${curl(PRODUCTION)}\nBye`,
	],
	['a list', `1. ${curl(QA)}\n2. ${curl(PRODUCTION)}`],
	['code fences', `\`\`\`\n${curl(QA)}\n\`\`\`\nand\n\`\`\`\n${curl(PRODUCTION)}\n\`\`\``],
	['code in a sentence', `QA: \`${curl(QA)}\`, live: \`${curl(PRODUCTION)}\`, that's it`],
	['prompts', `$ ${curl(QA)}\n{"ok":true}\n$ ${curl(PRODUCTION)}\n{"ok":true}`],
	['two commands of one script', `${curl(QA)} && ${curl(PRODUCTION)}`],
	['a semicolon', `${curl(QA)}; ${curl(PRODUCTION)}`],
	[
		'one line, as a password field makes of several',
		`${curl(QA)}${curl(PRODUCTION)}`.replaceAll('\n', ''),
	],
	['a JSON text each', JSON.stringify([curl(QA), curl(PRODUCTION)])],
	[
		"n8n's view of two items",
		JSON.stringify([{ curl: curl(QA) }, { curl: curl(PRODUCTION) }], null, 2),
	],
	['a cell each', `${quote.cell(curl(QA))}\t${quote.cell(curl(PRODUCTION))}\n`],
	[
		'two shells',
		`${curl(QA)}\n\ncurl ${quote.chromeCmd(PRODUCTION.url)} ^\n  -X ^"PUT^" ^\n  --data-raw ${quote.chromeCmd(json(PRODUCTION))}`,
	],
	[
		'the body in a variable before each',
		`$body = @'\n${json(QA)}\n'@\nirm ${QA.url} -Method PUT -Body $body\n$body = @'\n${json(PRODUCTION)}\n'@\nirm ${PRODUCTION.url} -Method PUT -Body $body`,
	],
	[
		'the body behind each',
		`curl -X PUT ${QA.url} -d @- <<'EOF'\n${json(QA)}\nEOF\ncurl -X PUT ${PRODUCTION.url} -d @- <<'EOF'\n${json(PRODUCTION)}\nEOF\n`,
	],
	[
		'the body behind one, and before the other',
		`curl -X PUT ${QA.url} -d @- <<'EOF'\n${json(QA)}\nEOF\ncat <<'EOF' | curl -X PUT ${PRODUCTION.url} -d @-\n${json(PRODUCTION)}\nEOF\n`,
	],
	[
		'the body piped into each',
		`echo ${quote.bash(json(QA))} | curl -X PUT ${QA.url} -d @-\necho ${quote.bash(json(PRODUCTION))} | curl -X PUT ${PRODUCTION.url} -d @-`,
	],
	[
		'a command without a body before them',
		`curl https://a.example/health\n${curl(QA)}\n${curl(PRODUCTION)}`,
	],
	[
		'a command without a body between them',
		`${curl(QA)}\ncurl -X DELETE https://a.example\n${curl(PRODUCTION)}`,
	],
	['what one of them answers', `${curl(QA)}\n\n${json(PRODUCTION)}\n\n${curl(PRODUCTION)}`],
	[
		'a command without a body between a variable and what uses it',
		`BODY='${json(QA)}'\ncurl https://a.example/\ncurl -X PUT ${QA.url} -d "$BODY"\n${curl(PRODUCTION)}`,
	],
	[
		'a variable behind a command without a body',
		`curl https://a.example/\nBODY='${json(QA)}'\ncurl -X PUT ${QA.url} -d "$BODY"\n${curl(PRODUCTION)}`,
	],
	[
		'what one of them answers, and a command without a body',
		`${curl(QA)}\n\n${json(PRODUCTION)}\n\ncurl -X PUT https://a.example/\n${curl(PRODUCTION)}`,
	],
	[
		'a variable for each, all of them before',
		`P=${quote.bash(json(QA))}\nQ=${quote.bash(json(PRODUCTION))}\ncurl -X PUT ${QA.url} -d "$P"\ncurl -X PUT ${PRODUCTION.url} -d "\${Q}"`,
	],
	[
		'a variable for each, in another order',
		`P=${quote.bash(json(PRODUCTION))}\nQ=${quote.bash(json(QA))}\ncurl -X PUT ${QA.url} -d "$Q"\ncurl -X PUT ${PRODUCTION.url} -d "$P"`,
	],
	['a missing quote', `${curl(QA).slice(0, -1)}\n\n${curl(PRODUCTION)}`],
])('both requests are read from a text with %s', (_what, pasted) => {
	deepStrictEqual(readRequests(pasted), [QA, PRODUCTION]);
});

test('the same request is read as often as it stands there', () => {
	expect(readRequests(`${curl(QA)}\n${curl(QA)}`)).toEqual([QA, QA]);
});

test.each([
	`# curl -X PUT ${PRODUCTION.url} -d ${quote.bash(json(PRODUCTION))}\n${curl(QA)}`,
	`${curl(QA)}\n# curl -X PUT ${PRODUCTION.url} -d ${quote.bash(json(PRODUCTION))}`,
])('a command that is a comment is none beside another: %s', (pasted) => {
	expect(readRequests(pasted)).toEqual([QA]);
});

test('an administrator’s prompt is no comment', () => {
	expect(readRequests(`# ${curl(QA)}\n# ${curl(PRODUCTION)}`)).toEqual([QA, PRODUCTION]);
});

test('so it is beside a sentence that mentions curl', () => {
	const pasted = `# ${curl(QA)}\n\nTo try it first, use curl -v and see.`;
	expect(readRequests(pasted)).toEqual([QA]);
});

test('a variable is read in the middle of a long script', () => {
	const comments = '# Starts the flow for QA\n'.repeat(120);
	const pasted = `B='${json(QA)}'\n${comments}curl -X PUT ${QA.url} -d "$B"\n${comments}`;
	expect(readRequests(pasted)).toEqual([QA]);
});

test('a variable may be used twice', () => {
	const pasted = `B='${json(QA)}'\ncurl -X PUT ${QA.url} -d "$B"\ncurl -X PUT ${PRODUCTION.url} -d "$B"`;
	expect(readRequests(pasted)).toEqual([QA, { ...QA, url: PRODUCTION.url }]);
});

test('a body that lies about before a command with its own is not used', () => {
	const answer = '{"slug":"other-1","context":{"state":"started"}}';
	const pasted = `${curl(QA)}\n\n${answer}\n\n${curl(PRODUCTION)}`;
	expect(readRequests(pasted)).toEqual([QA, PRODUCTION]);
});

test.each([
	['in place', curl(QA)],
	['from a pipe', `echo ${quote.bash(json(QA))} | curl -X PUT ${QA.url} -d @-`],
	['from the lines behind', `curl -X PUT ${QA.url} -d @- <<'EOF'\n${json(QA)}\nEOF`],
])('a body is used once: %s', (_where, pasted) => {
	const further = `curl -X PUT ${PRODUCTION.url} -d @body.json`;
	expect(readRequests(`${pasted}\n${further}`)).toEqual([QA]);
});

test.each([
	['a file', '-d @body.json'],
	['a variable', '-d "$BODY"'],
	['an upload', '-T body.json'],
	['a form', '-F slug=sign-up-1'],
])('a request from %s is not left out beside one for the same address', (_what, body) => {
	const unread = `curl -X PUT ${QA.url} ${body}`;
	const further = curl(PRODUCTION);
	for (const pasted of [`${unread}\n${curl(QA)}`, `${curl(QA)}\n${unread}\n${further}`]) {
		expect(refusal(pasted).message).toMatch(/not have one body/);
	}
});

test.each([
	['asks for a token', `curl -X POST https://a.example/token -d 'grant_type=client_credentials'`],
	['asks the flow how it is', `curl ${QA.url}`],
	['has no body', `curl -X PUT ${QA.url}`],
	['is a fetch without a body', `fetch("${QA.url}")`],
])('a command that %s is no request', (_what, command) => {
	expect(readRequests(`${command}\n${curl(QA)}\n${command}`)).toEqual([QA]);
});

test.each([
	'echo "Sending the body"',
	'# read the docs first',
	'echo "$B" | jq .',
	'read -r answer',
	'printf "%s" "$B"',
])('a variable is read where %s stands between', (line) => {
	const pasted = `B='${json(QA)}'\n${line}\ncurl -X PUT ${QA.url} -d "$B"`;
	expect(readRequests(pasted)).toEqual([QA]);
});

test('a text that mentions curl only behind a request holds that one', () => {
	const pasted = `${curl(QA)}\n\nTo try it, use curl -v and see https://curl.se.`;
	expect(readRequests(pasted)).toEqual([QA]);
});

test('a command in a sentence is one where no other begins a line', () => {
	const request = withBody(quote.bash(json(QA)));
	expect(readRequests(`I curl -v all day, so please ${request} now`)[0]).toMatchObject({
		slug: QA.slug,
	});
});

test('any number of any requests comes back in its order', () => {
	const between = fc.constantFrom(
		'\n',
		'\n\n',
		'\n# QA\n',
		"\n\nAnd here's the next one:\n\n",
		'\n```\n\n```sh\n',
	);
	const part = fc.tuple(
		anyRequest,
		between,
		fc.constantFrom(quote.bash, quote.bashDouble, quote.ansi),
	);
	fc.assert(
		fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
			const pasted = parts.map(
				([request, gap, quoted]) =>
					`curl -X PUT '${request.url}' -H '${AUTHORIZATION}' -d ${quoted(anyBody(request, 0, false))}${gap}`,
			);
			deepStrictEqual(
				readRequests(pasted.join('')),
				parts.map(([request]) => request),
			);
		}),
		{ numRuns: 300 },
	);
});
