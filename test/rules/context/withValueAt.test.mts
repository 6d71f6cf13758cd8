import { dottedPath, withValueAt } from '../../../nodes/TriggerFlow/rules/context/withValueAt';

test.each([
	['startKey', ['startKey']],
	['meta.startKey', ['meta', 'startKey']],
	[' meta . start key ', ['meta', 'start key']],
	['items[0]', ['items[0]']],
	['__proto__.a', ['__proto__', 'a']],
])('%j is a path', (path, keys) => {
	expect(dottedPath(path)).toEqual(keys);
});

test.each(['', ' ', '.', 'a.', '.a', 'a..b', 'a. .b'])('%j is none', (path) => {
	expect(dottedPath(path)).toBeUndefined();
});

const context = { plan: 'pro', session: { seats: 2 }, list: [1], none: undefined };

test.each([
	[['key'], { ...context, key: 'x' }],
	[['none'], { ...context, none: 'x' }],
	[['session', 'key'], { ...context, session: { seats: 2, key: 'x' } }],
	[['meta', 'start', 'key'], { ...context, meta: { start: { key: 'x' } } }],
])('%j takes a value in, in a copy', (path, whole) => {
	const before = structuredClone(context);
	expect(withValueAt(context, path, 'x')).toEqual({ context: whole });
	expect(withValueAt(context, path, 'x', { replaces: true })).toEqual({ context: whole });
	expect(context).toEqual(before);
});

test.each([[['plan', 'key']], [['list', 'key']]])('what stands on the way to %j stays', (path) => {
	expect(withValueAt(context, path, 'x')).toBeUndefined();
	expect(withValueAt(context, path, 'x', { replaces: true })).toBeUndefined();
});

test.each([
	[['plan'], { ...context, plan: 'x' }],
	[['session'], { ...context, session: 'x' }],
	[['session', 'seats'], { ...context, session: { seats: 'x' } }],
])('what stands at %j is replaced only when that is wanted', (path, whole) => {
	expect(withValueAt(context, path, 'x')).toBeUndefined();
	expect(withValueAt(context, path, 'x', { replaces: true })).toEqual({ context: whole });
});

test.each([[[1]], ['text'], [null], [undefined]])('%j is left as it is', (given) => {
	expect(withValueAt(given, ['key'], 'x')).toEqual({ context: given });
});
