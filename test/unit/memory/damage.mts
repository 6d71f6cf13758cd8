import fc from 'fast-check';

/** What another version of the node, or a broken database, leaves in place of what was saved. */
export function anyDamage(saved: { version: number }): fc.Arbitrary<unknown> {
	const plain = toPlain(saved) as Record<string, unknown>;
	const otherVersion = fc
		.anything()
		.filter((version) => version !== saved.version)
		.map((version) => ({ ...plain, version }));
	const key = fc.constantFrom(...Object.keys(plain));
	// None of these is right for any key.
	const wrongValue = fc.constantFrom(undefined, null, [], ['x'], 1.5, NaN);
	const changed = fc.tuple(key, wrongValue).map(([one, value]) => ({ ...plain, [one]: value }));
	return fc.oneof(otherVersion, changed, fc.anything());
}

/** The versions that a parser must not take for its own. `undefined` is what was saved before there were versions. */
export const OTHER_VERSIONS = [undefined, null, 0, 2, '1', true, [1]];

type Path = readonly string[];

/** What was saved, without one of the properties that `isRequired` chooses by their paths. */
export function anyCut(saved: object, isRequired: (path: Path) => boolean): fc.Arbitrary<unknown> {
	const paths = listPaths(toPlain(saved)).filter(isRequired);
	return fc.constantFrom(...paths).map((path) => change(saved, path, deleteProperty));
}

/** What was saved, with anything in the place of one of the properties that `isReplaced` chooses by their paths. */
export function anyReplacement(
	saved: object,
	isReplaced: (path: Path) => boolean = () => true,
): fc.Arbitrary<unknown> {
	const path = fc.constantFrom(...listPaths(toPlain(saved)).filter(isReplaced));
	const value = fc.anything({ withNullPrototype: true, withDate: true });
	return fc.tuple(path, value).map(([where, replacement]) =>
		change(saved, where, (parent, key) => {
			parent[key] = replacement;
		}),
	);
}

type Change = (parent: Record<string, unknown>, key: string) => void;

const deleteProperty: Change = (parent, key) => {
	Reflect.deleteProperty(parent, key);
};

/** Returns a changed copy. */
function change(saved: object, path: Path, changeAt: Change): unknown {
	const copy = toPlain(saved) as Record<string, unknown>;
	const parent = path
		.slice(0, -1)
		.reduce((inner, key) => inner[key] as Record<string, unknown>, copy);
	changeAt(parent, path.at(-1) ?? '');
	return copy;
}

/** Lists the paths of all properties, at every depth. */
function listPaths(value: unknown): string[][] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		[key],
		...listPaths(inner).map((path) => [key, ...path]),
	]);
}

/** Returns what n8n reads again after it has saved a value. */
export function toPlain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value)) as unknown;
}
