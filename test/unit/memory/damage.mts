import fc from 'fast-check';

/** What another version of the node, or a broken database, leaves in place of what was saved. */
export function anyDamage(saved: { version: number }): fc.Arbitrary<unknown> {
	const plain = JSON.parse(JSON.stringify(saved)) as Record<string, unknown>;
	const otherVersion = fc
		.anything()
		.filter((version) => version !== saved.version)
		.map((version) => ({ ...plain, version }));
	const key = fc.constantFrom(...Object.keys(plain));
	// None of these is right for any key.
	const wrongValue = fc.constantFrom(undefined, null, [], ['x'], 1.5, NaN);
	const changed = fc
		.tuple(key, wrongValue)
		.filter(([one, value]) => !(one === 'until' && value === 1.5))
		.map(([one, value]) => ({ ...plain, [one]: value }));
	return fc.oneof(otherVersion, changed, fc.anything());
}
