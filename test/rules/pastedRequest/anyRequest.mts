import fc from 'fast-check';

import type { JsonObject } from '../../../nodes/TriggerFlow/rules/context/json';
import type { PastedRequest } from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { anyText } from '../anyText.mts';
import { exactNumber } from '../context/anyJson.mts';

/** What breaks a command somewhere, or looks like the end or the beginning of one. */
const HOSTILE = [
	...[
		"'",
		'"',
		'\\',
		'\n',
		'\t',
		'$',
		'`',
		'!',
		'#',
		'%',
		'^',
		'&',
		';',
		'|',
		'<',
		'>',
		'{',
		'}',
		'[',
		']',
	],
	...[
		"it's",
		"O'Brien",
		'\\n',
		'\\"',
		'C:\\new\\',
		'$HOME',
		'${x}',
		'$(date)',
		'`date`',
		'%PATH%',
		'100%',
	],
	...[
		'“so”',
		'‘it’',
		'’',
		'é',
		'漢',
		'😀',
		'\u2028',
		'\u00a0',
		'\u200b',
		'&quot;',
		'&amp;',
		"'\\''",
		`'"'"'`,
	],
	...[
		'EOF',
		"'@",
		'"@',
		'-d',
		'-X POST',
		"-H 'a: b'",
		'curl -X PUT',
		'https://other.example/',
		'<b>',
		'@',
		'> ',
	],
	...[
		'{"slug":"x","context":{}}',
		'"slug":',
		'\\\n',
		' ^\n',
		'""',
		'"""',
		'%3C',
		'\\u0041',
		'1. ',
		'é'.normalize('NFD'),
	],
];

/** A text as people and programs write it, or as nobody would. */
export const hostileText = fc
	.array(
		fc.oneof(
			fc.constantFrom(...HOSTILE),
			fc.constantFrom('a', 'B ', 'x1'),
			anyText({ maxLength: 4 }),
		),
		{
			maxLength: 6,
		},
	)
	.map((parts) => parts.join(''));

const key = fc.oneof(
	hostileText,
	fc.constantFrom('email', 'slug', 'context', '__proto__', 'a.b', ''),
);

const { context } = fc.letrec<{ context: JsonObject }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.oneof(hostileText, exactNumber, fc.boolean(), fc.constant(null)),
		fc.array(tie('value'), { maxLength: 3 }),
		tie('context'),
	),
	context: fc
		.array(fc.tuple(key, tie('value')), { maxLength: 4 })
		.map((entries) => Object.fromEntries(entries) as JsonObject),
}));

const url = fc
	.tuple(
		fc.constantFrom(
			'https://flows.example.com',
			'http://127.0.0.1:8080',
			'HTTPS://Flows.Example.com',
		),
		fc.constantFrom('', '/', '/v1/start', '/v1/a%20b/', '/x;v=1'),
		fc.constantFrom('', '?tenant=7', '?a=1&b=2', '?q=a+b#part'),
	)
	.map((parts) => parts.join(''));

/** What has a variable's or a placeholder's signs in it is refused. */
const isSlug = (text: string) => text.trim() !== '' && !/<[^<>]+>|\{\{|\$[\w({]|%\w/.test(text);

/** Any request that a Start Event could show, whatever is in it. */
export const anyRequest: fc.Arbitrary<PastedRequest> = fc.record(
	{ url, slug: hostileText.filter(isSlug), context },
	{ noNullPrototype: true },
);

/** Any way to lay the JSON of the body out. */
export const anyBody = (request: PastedRequest, indent: number, contextFirst: boolean): string => {
	const { slug, context: example } = request;
	return JSON.stringify(
		contextFirst ? { context: example, slug } : { slug, context: example },
		null,
		indent,
	);
};
