/**
 * A pattern that goes back and forth within a text is no step that can be counted, and a text must be told to it
 * exactly to make it slow. These did once: each took minutes, and is read in some milliseconds.
 */
import { createContext, Script } from 'node:vm';

import { maskText } from '../../nodes/TriggerFlow/rules/secrets/mask';
import { DOORS } from './doors.mts';

/** Not how long it takes, but whether it ends: in ms, hundreds of times as long as it needs. */
const FOR_EVER = 10_000;

function ends(work: () => unknown): boolean {
	const run = () => {
		try {
			work();
		} catch (error) {
			if (!(error instanceof Error && error.name === 'NotSentError')) throw error;
		}
	};
	try {
		new Script('run()').runInContext(createContext({ run }), { timeout: FOR_EVER });
		return true;
	} catch (error) {
		if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
		throw error;
	}
}

const request = (header: string, slug = 'demo-1') =>
	`curl -X PUT 'https://flows.example.com/v1/start' -H '${header}' -d '{"slug":"${slug}","context":{}}'`;

const BLANKS = ' '.repeat(190_000);

test.each([
	['blanks in a header', 'pasted request, run', request(`Authorization:${BLANKS}x y`)],
	['blanks in a header', 'pasted request, form', request(`Authorization: Bearer${BLANKS}x y`)],
	['blanks in a header', 'Start Events', request(`Authorization:${BLANKS}x y`)],
	['a slug of one letter', 'Start Events', request('A: b', `${'a'.repeat(190_000)}!`)],
	['a slug of dashes', 'Start Events', request('A: b', `${'a-'.repeat(95_000)}!`)],
	['blanks in an expression', 'switch as it is written', `={{${BLANKS}}}x`],
	['braces that nothing closes', 'fields as they are written', `=${'{{'.repeat(500_000)}`],
])('%s: %s', (_what, name, text) => {
	const door = DOORS.find((one) => one.name === name);
	expect(door).toBeDefined();
	expect(ends(() => door?.read(text))).toBe(true);
});

/** Each text is a near miss of a token that a search which goes back and forth would never come to the end of. */
const NEAR_MISSES: Array<[token: string, unit: string]> = [
	['\\'.repeat(24), '\\'],
	['\\'.repeat(24) + 'a', '\\'],
	['a' + '\\'.repeat(24), 'a\\\\'],
	['\\'.repeat(24) + 'a', '\\\\\\\\\\\\\\u005c'],
	['a\\'.repeat(12) + 'b', 'a\\\\\\'],
	['%'.repeat(24), '%25'],
	['%25'.repeat(8), '%252525'],
	['&'.repeat(24), '&amp;amp;'],
	['&amp;'.repeat(5), '&amp;amp;amp;'],
	['a'.repeat(24) + 'b', 'a'],
	['a'.repeat(24) + 'b', '\\\\\\\\\\\\\\a'],
	['&#38;'.repeat(5), '&#38;#38;'],
	[';'.repeat(20), '&#59;'],
	['0'.repeat(20) + '1', '&#0'],
];

test.each(NEAR_MISSES)('the token %s is searched for in a megabyte of %s', (secret, unit) => {
	const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
	expect(ends(() => maskText(text, secret))).toBe(true);
});
