import fc from 'fast-check';

/** A text that was made to be slow, at any length. */
export interface HostileText {
	name: string;
	/** @param length In characters, about. */
	of: (length: number) => string;
}

/** What stands around a hostile text, so that it gets past the first checks of what reads it. */
export interface Frame {
	beginning: string;
	/** Between pieces that stand one behind the other. */
	middle?: string;
	end: string;
}

/** In a piece: a number, and a sign, that is another one each time. */
const NUMBER = '№';
const SIGN = '※';

/** What means something to a shell, a browser, a mail program, JSON or HTTP, and what does not. */
const PIECES = [
	...'aA0-_.,:;/\\|!?@#$%^&*()[]{}<>=+~`\'"“‘ \t\n\v\0é😀\ud800\u00a0\u00ad\u200b\u2028ß字',
	...['\r\n', '\\\n', '^\n', '`\n', '\\ ', '\\"', "\\'", '^"', '^^', '^%^', "$'", '$"', '${', '$('],
	...['""', "''", `"'`, '<<', '>>', '> ', '\n> ', '&&', '||', '--', ' -', '# ', '#\n', '\n\n'],
	...[
		'\\x41',
		'\\101',
		'\\u0041',
		'\\ud83d',
		'%41',
		'%25',
		'&quot;',
		'&#39;',
		'&amp;',
		'<b>',
		'</b>',
	],
	...[
		'<x>',
		'{{',
		'}}',
		'{"a":',
		'[[',
		'[1,',
		'"a":1,',
		'"",',
		'1,',
		'1e',
		'-0',
		'.5',
		'null,',
		'[]',
	],
	...[
		'curl ',
		'curl\n',
		'\ncurl -X ',
		'`curl `',
		'curl.exe ',
		'http://a',
		'https://a/ ',
		'://',
		'@a',
	],
	...[
		'-d ',
		"-d '",
		'-H ',
		"-H 'a:",
		'-X PUT ',
		'--data ',
		'--data=',
		'-v ',
		'--next ',
		'-–',
		'your ',
	],
	...[
		'Bearer ',
		'authorization:',
		'Basic ',
		'eyJ',
		'eyJa',
		'-eyJhbGciOiJ',
		'a.b.',
		'token',
		'xn--',
	],
	...[
		'cookie=a;',
		'x-api-key:',
		'slug',
		'context',
		'"slug":',
		'__proto__',
		'a.a',
		"['",
		'charset=',
	],
	...["'\\''", `'"'"'`, '\n<<EOF\n', "@'\n", '"@\n', '$([char]34)', '`"', '"curl ', '""curl'],
	...['{"slug":', '{""slug"":', '{\\"slug\\":', '{`"slug`":', '^\\^"', 'fetch(', 'irm ', '1 \n2 '],
	...['token: ', '?token=a', '&sig=', '<a1', '<a1>', '[a](http://a', 'http://a<http://a>'],
	...['filename="', "filename*=utf-8'", '0x1', '1:', '2024-01-01', 'T00:', '+json', 'a/b'],
	...[
		NUMBER,
		SIGN,
		`"${NUMBER}":1,`,
		`"${SIGN}":{},`,
		`{"${NUMBER}":`,
		'{"a":"b"},',
		`-H a${NUMBER}:`,
	],
];

/** Texts of one to four pieces, over and over by turns, or a long run of each. */
export function hostileTexts(frames: readonly Frame[]): fc.Arbitrary<HostileText> {
	const piece = fc.constantFrom(...PIECES);
	const frame = fc.constantFrom(...frames);
	const byTurns = fc
		.array(piece, { minLength: 1, maxLength: 4 })
		.map((pieces) => [{ piece: pieces.join(''), share: 1 }]);
	// A few of one may be enough, where there are many of another.
	const share = fc.constantFrom(1, 10, 100, 1_000);
	const runs = fc.array(fc.record({ piece, share }), { minLength: 2, maxLength: 4 });
	return fc.tuple(frame, fc.oneof(byTurns, runs)).map(([around, parts]) => hostile(around, parts));
}

/** @param parts Each piece with its share of the length, one run behind the other. */
export function hostile(
	{ beginning, middle = '', end }: Frame,
	parts: ReadonlyArray<{ piece: string; share: number }>,
): HostileText {
	const whole = parts.reduce((sum, { share }) => sum + share, 0);
	const shown = parts.map(({ piece, share }) => `${share} × ${JSON.stringify(piece)}`);
	return {
		name: [JSON.stringify(beginning), ...shown, JSON.stringify(end)].join(' … '),
		of: (length) =>
			beginning +
			parts.map(({ piece, share }) => repeated(piece, (share / whole) * length)).join(middle) +
			end,
	};
}

function repeated(piece: string, length: number): string {
	const isNumbered = piece.includes(NUMBER) || piece.includes(SIGN);
	if (!isNumbered) return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
	let all = '';
	for (let count = 0; all.length < length; count++) {
		const sign = String.fromCodePoint(0x4e00 + (count % 20_000));
		all += piece.replaceAll(NUMBER, String(count)).replaceAll(SIGN, sign);
	}
	return all;
}
