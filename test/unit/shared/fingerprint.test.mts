import { computeFingerprint } from '../../../nodes/StartFlow/shared/fingerprint';

describe('a fingerprint', () => {
	// What n8n saved with a failed execution has fingerprints, and a newer version of the node compares them.
	const FINGERPRINT = 'GnwWKdPv1zVTwbS4Zwk33Gl3C_orgtBy7910Z0bKims';

	test.each([
		{ b: 1, a: { d: null, c: ['x', { z: 1, y: 2 }] }, 10: 'ten', 9: 'nine', '01': 1 },
		{ '01': 1, 9: 'nine', 10: 'ten', a: { c: ['x', { y: 2, z: 1 }], d: null }, b: 1 },
		{ a: { d: null, c: ['x', { z: 1, y: 2, x: undefined }] }, b: 1, '01': 1, 9: 'nine', 10: 'ten' },
	])('depends neither on the version, nor on the order of keys: %j', (value) => {
		expect(computeFingerprint(value)).toBe(FINGERPRINT);
	});

	test.each<[unknown, unknown]>([
		[{ a: { b: 1 } }, { a: {}, b: 1 }],
		[{ a: [1, 2] }, { a: [2, 1] }],
		[{ a: null }, {}],
		[JSON.parse('{"__proto__":1}'), {}],
	])('is not the same for %j and %j', (one, other) => {
		expect(computeFingerprint(one)).not.toBe(computeFingerprint(other));
	});

	const ring: Record<string, unknown> = {};
	ring.list = [ring, ring];
	test.each([
		['a circle', ring],
		['a BigInt', 1n],
		['nothing', undefined],
	])('is the same one for all that JSON cannot hold: %s', (_what, value) => {
		expect(computeFingerprint(value)).toBe(computeFingerprint([ring]));
		expect(computeFingerprint(value)).not.toBe(computeFingerprint(null));
	});
});
