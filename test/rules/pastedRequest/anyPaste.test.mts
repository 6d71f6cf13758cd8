import { execFileSync } from 'node:child_process';
import { deepStrictEqual } from 'node:assert';

import fc from 'fast-check';

import {
	readRequests,
	type PastedRequest,
} from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { anyText } from '../anyText.mts';
import { anyBody, anyRequest } from './anyRequest.mts';
import { answerTo, AUTHORIZATION, JSON_TYPE, SMALL, URL } from './pastes.mts';
import * as quote from './quoting.mts';

type Quote = (text: string) => string;
type Write = (url: string, body: string) => string[];

const curl =
	(word: Quote, body: Quote = word): Write =>
	(url, json) => [`-X PUT`, word(url), `-H ${word(AUTHORIZATION)}`, `-d ${body(json)}`];
const longCurl =
	(word: Quote, body: Quote = word): Write =>
	(url, json) => [
		`--request PUT`,
		`--url ${word(url)}`,
		`--header ${word(JSON_TYPE)}`,
		`--data-raw ${body(json)}`,
	];
const powerShell =
	(word: Quote, body: Quote): Write =>
	(url, json) => [`-Method Put`, `-Uri ${word(url)}`, `-Body ${body(json)}`];

/** A way to write a command: its program, what ends its lines but the last, and its parts in any order. */
const STYLES: Record<string, [program: string, lineEnd: string, write: Write]> = {
	bash: ['curl', ' \\\n  ', curl(quote.bash)],
	'bash, long options': ['curl', ' \\\n', longCurl(quote.bash)],
	'bash on one line': ['curl', ' ', curl(quote.bashDouble, quote.bash)],
	'bash, double quotes': ['curl', ' \\\n', curl(quote.bashDouble)],
	'bash, other quotes for apostrophes': ['curl', ' \\\n', longCurl(quote.bash, quote.spliced)],
	"bash, $'…'": ['curl', ' \\\n  ', curl(quote.bash, quote.ansi)],
	"bash, $(cat <<'EOF'": [
		'curl',
		' \\\n',
		curl(quote.bash, (json) => `"$(cat <<'EOF'\n${json}\nEOF\n)"`),
	],
	'an API client': ['curl', ' \\\n', longCurl(quote.bashDouble, quote.postmanDouble)],
	'Windows by hand': ['curl', ' ^\n ', curl(quote.windows, quote.windowsExact)],
	'Windows by hand on one line': ['curl.exe', ' ', curl(quote.windows, quote.windowsExact)],
	'a browser for cmd': ['curl', ' ^\n  ', curl(quote.chromeCmd)],
	PowerShell: ['curl.exe', ' `\n', curl(quote.powerShell)],
	'PowerShell 5': ['curl.exe', ' `\n', curl(quote.powerShell, quote.powerShell5Exact)],
	'PowerShell, double quotes': ['curl.exe', ' `\n', longCurl(quote.powerShellDouble)],
	"PowerShell's own": ['Invoke-RestMethod', ' ', powerShell(quote.powerShell, quote.powerShell)],
	'a here-string': [
		'Invoke-WebRequest',
		' `\n',
		powerShell(quote.powerShell, (json) => `@'\n${json}\n'@`),
	],
	'a browser for PowerShell': ['irm', ' `\n', powerShell(quote.powerShell, quote.chromePowerShell)],
};

/** What stands around a command where people copy it from. */
const PLACES: Record<string, (command: string) => string> = {
	nothing: (command) => command,
	'a prompt': (command) => `ada@laptop:~$ ${command}`,
	'a code fence': (command) =>
		`It's this:\n\n\`\`\`sh\n${command}\n\`\`\`\n\nSee https://docs.example.`,
	'a mail': (command) => `Hi Ada,\n\n${command}\n\n--\nBob's mail, https://bob.example`,
	'a quoted mail': (command) => quote.eachLine(command, () => '> > '),
	'line numbers': (command) => quote.eachLine(`${command}\n# that's it`, (line) => ` ${line}\t`),
	'Windows line ends': (command) => `${command}\n`.replaceAll('\n', '\r\n'),
	"a page's source": quote.html,
};
/** These hold what begins with curl. */
const TEXTS: Record<string, (command: string) => string> = {
	'a JSON text': (command) => JSON.stringify(command),
	"n8n's view of an item": (command) => JSON.stringify([{ curl: command, n: 1 }], null, 2),
	'a cell': (command) => `QA\t${quote.cell(command)}\n`,
};

const names = (table: object) => fc.constantFrom(...Object.keys(table));

describe('what is read is what was written', () => {
	test.each(Object.keys(STYLES))('for %s, wherever it stands', (name) => {
		const [program, lineEnd, write] = STYLES[name] as [string, string, Write];
		const places = program.startsWith('curl') ? { ...PLACES, ...TEXTS } : PLACES;
		fc.assert(
			fc.property(
				anyRequest,
				names(places),
				fc.constantFrom(0, 2),
				fc.boolean(),
				fc.nat(),
				(request, place, indent, contextFirst, turn) => {
					const parts = write(request.url, anyBody(request, indent, contextFirst));
					const from = turn % parts.length;
					const words = [program, ...parts.slice(from), ...parts.slice(0, from)];
					const pasted = places[place]?.(words.join(lineEnd)) ?? '';
					deepStrictEqual(readRequests(pasted), [request], pasted);
				},
			),
			{ numRuns: 100 },
		);
	});
});

describe('what is not written as it should be is read as it was meant, or refused', () => {
	test('where nobody escaped an apostrophe', () => {
		// Two in a row are one to PowerShell, and nobody can tell.
		const isClear = (body: string) => !body.includes("''");
		fc.assert(
			fc.property(anyRequest, fc.constantFrom(0, 2), (request, indent) => {
				const body = anyBody(request, indent, false);
				fc.pre(isClear(body));
				const read = answerTo(`curl -X PUT ${quote.bash(request.url)} -d '${body}'`);
				if (Array.isArray(read)) deepStrictEqual(read, [request]);
			}),
			{ numRuns: 700 },
		);
	});

	test('where the end was lost on the way', () => {
		const styles = Object.values(STYLES).filter(([program]) => program !== 'irm');
		fc.assert(
			fc.property(anyRequest, fc.constantFrom(...styles), fc.nat(), (request, style, length) => {
				const [program, lineEnd, write] = style;
				const [method = '', address = '', ...rest] = write(request.url, anyBody(request, 0, false));
				const whole = [program, method, address, ...rest].join(lineEnd);
				const shortest = [program, method, address, ''].join(lineEnd).length;
				const cut = whole.slice(0, shortest + (length % (whole.length - shortest)));
				const read = answerTo(cut);
				if (Array.isArray(read)) deepStrictEqual(read, [request], cut);
			}),
			{ numRuns: 700 },
		);
	});

	test('where signs were lost, put in or swapped in front of the body', () => {
		const signs = fc.constantFrom(
			'',
			"'",
			'"',
			'\\',
			'{',
			'}',
			'\n',
			' ',
			'`',
			'$',
			'^',
			'@',
			'<<',
			'-d',
		);
		fc.assert(
			fc.property(anyRequest, fc.nat(), fc.nat(3), signs, (request, place, lost, put) => {
				const body = quote.bash(anyBody(request, 0, false));
				const front = `curl -X PUT ${quote.bash(request.url)} -H ${quote.bash(AUTHORIZATION)} -d `;
				const pasted = front + body;
				const at = place % (front.length + 1);
				const text =
					pasted.slice(0, at) + put + pasted.slice(Math.min(at + lost, front.length + 1));
				// To bash, that is another kind of quotes.
				fc.pre(!text.includes("$'"));
				const read = answerTo(text);
				if (!Array.isArray(read)) return;
				deepStrictEqual(
					read.map(({ slug, context }) => ({ slug, context })),
					[{ slug: request.slug, context: request.context }],
				);
			}),
			{ numRuns: 700 },
		);
	});
});

describe('what bash itself makes of a command is what is read', () => {
	/** The address and the body that each of the commands would send. */
	function asBashReadsThem(commands: string[]): Array<{ url: string; body: string }> {
		const script = [
			`curl() { printf '%s\\0' "$@"; printf '\\035\\0'; for word; do [ "$word" = @- ] && cat; done; printf '\\036'; }`,
			...commands,
		].join('\n');
		const printed = execFileSync('bash', ['-s'], {
			input: script,
			encoding: 'utf8',
			env: { ...process.env, LC_ALL: 'C.UTF-8' },
			maxBuffer: 1e8,
		});
		return printed
			.split('\u001e')
			.slice(0, -1)
			.map((run) => {
				const [words = '', input = ''] = run.split('\0\u001d\0');
				const all = words.split('\0');
				const body = all[all.findIndex((word) => /^(?:-d|--data.*|--json)$/.test(word)) + 1] ?? '';
				return {
					url: all.find((word) => /^https?:/i.test(word)) ?? '',
					body: body === '@-' ? input : body,
				};
			});
	}

	const HERE: Quote = (json) => `@- <<'EOF'\n${json}\nEOF`;
	const HERE_WITH_ESCAPES: Quote = (json) => `@- <<EOF\n${json.replace(/[\\$`]/g, '\\$&')}\nEOF`;
	const styles: Array<[string, (url: string, body: string) => string]> = [
		['single quotes', (url, body) => `curl -X PUT '${url}' -d ${quote.bash(body)}`],
		[
			'other quotes for apostrophes',
			(url, body) => `curl -d ${quote.spliced(body)} -X PUT "${url}"`,
		],
		[
			'double quotes',
			(url, body) => `curl -X PUT \\\n "${url}" \\\n --data ${quote.bashDouble(body)}`,
		],
		["$'…'", (url, body) => `curl -X PUT --data-raw ${quote.ansiExact(body)} '${url}'`],
		["<<'EOF'", (url, body) => `curl -X PUT '${url}' --json ${HERE(body)}`],
		['<<EOF', (url, body) => `curl -X PUT '${url}' --data-binary ${HERE_WITH_ESCAPES(body)}`],
		["$(cat <<'EOF'", (url, body) => `curl -X PUT '${url}' -d "$(cat <<'EOF'\n${body}\nEOF\n)"`],
	];

	test.each(styles)('%s', (_style, write) => {
		// NUL cannot stand in a command, and JSON writes it as an escape.
		const requests = fc.sample(fc.tuple(anyRequest, fc.constantFrom(0, 2)), 60);
		const commands = requests.map(([request, indent]) =>
			write(request.url, anyBody(request, indent, false)),
		);
		const sent = asBashReadsThem(commands);
		expect(sent).toHaveLength(commands.length);
		sent.forEach(({ url, body }, index) => {
			const { slug, context } = JSON.parse(body) as PastedRequest;
			deepStrictEqual(readRequests(commands[index] ?? ''), [{ url, slug, context }]);
		});
	});

	test.each([
		['%q', `printf '%q\\0' "$@"`],
		['@Q', `printf '%s\\0' "\${@@Q}"`],
	])('as bash prints it with %s', (_format, print) => {
		const requests = fc.sample(anyRequest, 60);
		const bodies = requests.map((request) => anyBody(request, 0, false));
		const quoted = execFileSync('bash', ['-c', print, 'bash', ...bodies], {
			encoding: 'utf8',
			env: { ...process.env, LC_ALL: 'C.UTF-8' },
		}).split('\0');
		requests.forEach((request, index) => {
			const pasted = `curl -X PUT ${quote.bash(request.url)} -d ${quoted[index] ?? ''}`;
			deepStrictEqual(readRequests(pasted), [request], pasted);
		});
	});
});

describe('whatever is pasted', () => {
	const parts = fc.constantFrom(
		...[
			'curl',
			'curl.exe',
			'fetch(',
			'irm',
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
		],
		...[
			'‘',
			'’',
			'^"',
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
		],
		...[
			'>',
			'<<',
			'<<EOF\n',
			"@'\n",
			'@"\n',
			'"""',
			URL,
			AUTHORIZATION,
			SMALL,
			'{',
			'}',
			'[',
			'"slug"',
			'"context"',
		],
		...[
			':',
			',',
			'{{a}}',
			'&quot;',
			'\u200b',
			'\u00a0',
			'{"slug":',
			'{\\"slug\\":',
			'{""slug"":',
			'{`"slug`":',
		],
		...[
			'{^\\^"slug^\\^":',
			'{&quot;slug&quot;:',
			'"curl ',
			'> ',
			'1 ',
			'2 ',
			'$([char]10)',
			'\\u00',
			'\0',
		],
	);
	const likely = fc.array(fc.oneof(parts, anyText({ maxLength: 5 })), { maxLength: 40 });

	test('nothing is thrown but a NotSentError', () => {
		fc.assert(fc.property(anyText(), (text) => void answerTo(text)));
		fc.assert(
			fc.property(likely, (pieces) => void answerTo(`curl ${pieces.join('')}`)),
			{ numRuns: 700 },
		);
	});

	test('whatever stands in a command that is fine otherwise', () => {
		fc.assert(
			fc.property(likely, fc.boolean(), (pieces, isBehind) => {
				const command = `curl -X PUT '${URL}' -d '${SMALL}'`;
				const text = isBehind ? command + pieces.join('') : pieces.join('') + command;
				const read = answerTo(text);
				if (!Array.isArray(read)) expect(read.message).not.toContain('\n');
			}),
			{ numRuns: 700 },
		);
	});
});
