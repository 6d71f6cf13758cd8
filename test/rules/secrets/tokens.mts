import fc from 'fast-check';

/**
 * Access tokens of every visible sign but `*`, which is what a masked token is written with. Long
 * enough not to turn up by chance.
 */
export const anyToken = fc
	.string({
		unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
		minLength: 8,
		maxLength: 40,
	})
	.filter((token) => !token.includes('*'));

/** Text that has no sign in common with a token. */
export const textWithoutTokenSigns = fc.string({
	unit: fc.constantFrom('ä', 'ß', '漢', '😀', '\n', ' ', '\u0000', '\ud800'),
	maxLength: 20,
});

/** Tokens whose first eight signs no JSON syntax, number or escape contains. */
export const plainToken = fc
	.string({ unit: fc.constantFrom(...'abcxyzABCXYZ019-_.'), minLength: 1, maxLength: 20 })
	.map((rest) => `tok_QZQ_${rest}`);
