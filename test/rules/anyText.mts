import fc from 'fast-check';

/** Any code point but the halves of a pair. */
const sign = fc
	.integer({ min: 0, max: 0x10ffff - 0x800 })
	.map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/**
 * Any text of any script, and texts such as `__proto__`. In place of fast-check's unit `binary`,
 * which first builds a table of all code points: over a second for each test file.
 */
export function anyText(length: { minLength?: number; maxLength?: number } = {}) {
	return fc.oneof(fc.string({ ...length, unit: sign }), fc.string(length));
}
