import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/shared/json';
import { anyText } from '../anyText.mts';

const key = fc.oneof(
	anyText({ maxLength: 6 }),
	fc.constantFrom('__proto__', 'constructor', 'toString', 'toJSON', 'length', '0', '', 'a.b'),
);

/** Those that JavaScript does not round: larger ones are refused. */
export const exactNumber = fc
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
