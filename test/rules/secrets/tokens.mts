import fc from 'fast-check';

const PUNCTUATION = `!"#%&'()+,-./:;=?@[\\]^_\`|~`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Access tokens of every character that one may have, but `*`, which the mask is made of. Long enough not to turn up
 * by chance.
 */
export const anyToken = fc.string({
	unit: fc.constantFrom(...PUNCTUATION, ...LETTERS, ...LETTERS.toUpperCase(), ...'0123456789'),
	minLength: 8,
	maxLength: 400,
	size: 'max',
});

/** Tokens whose first eight characters are in no JSON syntax, number or escape. */
export const plainToken = fc
	.string({ unit: fc.constantFrom(...'abcxyzABCXYZ019-_.'), minLength: 1, maxLength: 20 })
	.map((rest) => `tok_QZQ_${rest}`);
