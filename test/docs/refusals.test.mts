import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { refusals } from '../../tools/docs/refusals.mts';
import { parseStartEvent } from '../../nodes/TriggerFlow/rules/startEvent/parseStartEvent';
import { contextFromFields } from '../../nodes/TriggerFlow/rules/context/fromFields';
import { contextFromJson } from '../../nodes/TriggerFlow/rules/context/fromJson';
import { readAccessToken } from '../../nodes/TriggerFlow/rules/credential/accessToken';

const NODE = join(__dirname, '..', '..', 'nodes', 'TriggerFlow');

test('every file that refuses something has its messages in the docs', () => {
	const files = execFileSync('grep', ['-rl', 'new NotSentError(', '.'], {
		cwd: NODE,
		encoding: 'utf8',
	})
		.trim()
		.split('\n')
		.map((path) => path.replace('./', ''))
		// It only turns n8n's own errors into one.
		.filter((path) => path !== 'rules/errors/failure.ts');
	expect([...new Set(refusals().map(({ path }) => path))].sort()).toEqual(files.sort());
});

const thrownBy = (action: () => unknown): string => {
	try {
		action();
	} catch (error) {
		return (error as Error).message;
	}
	throw new Error('nothing was refused');
};

/** Whether a message is one of the docs', where `…` stands for anything. */
function isListed(message: string): boolean {
	return refusals().some((refusal) => {
		const pattern = refusal.message.split('…').map((text) => text.replaceAll(/[^\w ]/g, '\\$&'));
		return new RegExp(`^${pattern.join('.*')}`).test(message);
	});
}

test.each<[string, () => unknown]>([
	['a pasted text', () => parseStartEvent('hello')],
	['a pasted request without a body', () => parseStartEvent('curl -X PUT https://a.example/')],
	[
		'a pasted slug',
		() => parseStartEvent(`curl -X PUT https://a.example/ -d '{"slug":5,"context":{}}'`),
	],
	['a field without a name', () => contextFromFields([{ name: '', type: 'string', value: '' }])],
	['a field of another type', () => contextFromFields([{ name: 'n', type: 'number', value: 'x' }])],
	['a text that is no JSON', () => contextFromJson('{"a":')],
	['an empty token', () => readAccessToken(' ')],
])('what is said of %s is one of the messages in the docs', (_what, action) => {
	const message = thrownBy(action);
	expect({ message, isListed: isListed(message) }).toEqual({ message, isListed: true });
});
