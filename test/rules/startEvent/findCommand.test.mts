import { findCommand } from '../../../nodes/TriggerFlow/rules/startEvent/findCommand';

/** What stands behind the word `curl` that was found. */
const behind = (text: string, from?: number) => {
	const found = findCommand(text, from);
	return found && text.slice(found.start);
};

describe('a command begins a line', () => {
	test.each([
		...['curl -X', '  curl -X', '\ta\ncurl -X', 'a\u2028curl -X', '$ curl -X', '> curl -X'],
		...['# curl -X', '% curl -X', '`curl -X', "'curl -X", '"curl -X', '“curl -X', '‘curl -X'],
		...['(curl -X', 'a && curl -X', 'a; curl -X', 'a | curl -X', '* curl -X', '• curl -X'],
		...['1. curl -X', '12) curl -X', '- curl -X', '/usr/bin/curl -X', 'C:\\bin\\curl -X'],
		...['$ /usr/bin/curl -X', 'C:\\>C:\\bin\\curl -X', '`/usr/bin/curl -X', 'CURL -X'],
		...['ada@laptop:~$ curl -X', '"/usr/bin/curl" -X'.slice(1)],
	])('in %j', (text) => {
		expect(findCommand(text)).toMatchObject({ isCertain: true, isExe: false });
	});

	test.each([
		'to:curl -X',
		'see /usr/bin/curl -X',
		'for $5 curl -X',
		'use curl -X',
		'to-curl: curl -X',
		'a. curl -X',
		'a) curl -X',
		'x - curl -X',
	])('and not in %j', (text) => {
		expect(findCommand(text)).toMatchObject({ isCertain: false });
	});
});

describe('what follows the word tells a command', () => {
	test.each([
		...[' -X', ' –X', ' —request', " 'https://a'", ' "https://a"', ' “https://a”', ' „a“', ' ‘a’'],
		...[' <a>', ' {{url}}', ' [a](b)', ' $URL', ' \\\n', ' ^\n', ' `\n', ' & b', ' https://a'],
		...[' http://a', '\n-X', '\u200b -X', '" -X', "' -X", '\u00a0-X'],
	])('curl%j', (rest) => {
		expect(findCommand(`curl${rest}`)).toMatchObject({ start: 4, isCertain: true });
	});

	test.each([' is a program', ' ', '', ' httpx'])('and not curl%j', (rest) => {
		expect(findCommand(`curl${rest}`)).toMatchObject({ start: 4, isCertain: false });
	});

	test.each([
		'libcurl -X',
		'curly -X',
		'my-curl -X',
		'a.curl -X',
		'curl.sh -X',
		'curls',
		'wget -X',
		'',
	])('there is none in %j', (text) => {
		expect(findCommand(text)).toBeUndefined();
	});
});

test.each([
	['one that begins a line before one in a sentence', 'I curl -x it:\ncurl -X PUT', ' -X PUT'],
	['one in a sentence before a bare one', 'curl does it\nuse curl -X', ' -X'],
	['a bare one when there is no other', 'no\ncurl does it', ' does it'],
	['the first of two', 'curl -a\ncurl -b', ' -a\ncurl -b'],
	['the first of two in sentences', 'a curl -a, b curl -b', ' -a, b curl -b'],
	['the first of two bare ones', 'curl a\ncurl b', ' a\ncurl b'],
])('of several, it is %s', (_which, text, rest) => {
	expect(behind(text)).toBe(rest);
});

test('the search begins where it is told to', () => {
	expect(behind('curl -a\ncurl -b', 4)).toBe(' -b');
	expect(findCommand('use curl -X', 4)).toMatchObject({ isCertain: true });
	expect(findCommand('curl -a', 4)).toBeUndefined();
});

test('curl.exe and backticks are told', () => {
	expect(findCommand('curl.exe -X')).toMatchObject({ isExe: true, start: 8, isInBackticks: false });
	expect(findCommand('Run `curl -X`')).toMatchObject({ isInBackticks: true, isCertain: true });
	expect(findCommand("'curl -X'")).toMatchObject({ isInBackticks: false });
});

test('a prompt is no longer than a prompt', () => {
	expect(findCommand(`${'a'.repeat(100)}$ curl -X`)).toMatchObject({ isCertain: true });
	expect(findCommand(`${'a'.repeat(200)}$ curl -X`)).toMatchObject({ isCertain: false });
	expect(findCommand(`${'a'.repeat(200)}\ncurl -X`)).toMatchObject({ isCertain: true });
});

test('a text that mentions curl a hundred times is not searched to its end', () => {
	expect(findCommand(`${'a curl b '.repeat(90)}\ncurl -X`)).toMatchObject({ isCertain: true });
	expect(findCommand(`${'a curl b '.repeat(110)}\ncurl -X`)).toBeUndefined();
});
