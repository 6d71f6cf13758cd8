import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../nodes/StartFlow/shared/json';

/** Any code point except the halves of a surrogate pair. */
const character = fc
	.integer({ min: 0, max: 0x10ffff - 0x800 })
	.map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/**
 * Any string of any script, and strings such as `__proto__`. fast-check's unit `binary` would first build
 * a table of all code points, which takes over a second in each test file.
 */
export function anyText(length: { minLength?: number; maxLength?: number } = {}) {
	return fc.oneof(fc.string({ ...length, unit: character }), fc.string(length));
}

const key = fc.oneof(
	anyText({ maxLength: 6 }),
	fc.constantFrom('__proto__', 'constructor', 'toString', 'toJSON', 'length', '0', '', 'a.b'),
);

/** Numbers that JavaScript does not round. Larger ones are refused. */
const exactNumber = fc
	.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
	// JSON.stringify writes -0 as 0, here as in n8n itself.
	.map((number) => number || 0);

const scalar = fc.oneof(
	anyText(),
	exactNumber,
	fc.maxSafeInteger(),
	fc.boolean(),
	fc.constant(null),
);

const { object, value } = fc.letrec<{ object: JsonObject; value: JsonValue }>((tie) => ({
	// fromEntries defines own properties, as JSON.parse does: `__proto__` is a key like any other.
	object: fc
		.array(fc.tuple(key, tie('value')), { maxLength: 5 })
		.map((entries) => Object.fromEntries(entries)),
	value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { maxLength: 5 }), tie('object')),
}));

export const anyJsonObject: fc.Arbitrary<JsonObject> = object;
export const anyJson: fc.Arbitrary<JsonValue> = value;

/**
 * Access tokens of all allowed characters except `*`, which the mask is made of. They are too long to
 * turn up by chance.
 */
export const anyToken = fc.stringMatching(/^[!-#%-)+-;=?-z|~]{8,60}$/, { size: 'max' });

/** Tokens whose first eight characters are in no JSON syntax, number or escape. */
export const plainToken = fc.stringMatching(/^tok_QZQ_[\w.-]{1,20}$/);
