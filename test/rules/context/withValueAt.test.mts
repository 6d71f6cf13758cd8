import { dottedPath, withValueAt } from '../../../nodes/TriggerFlow/context/path';

test.each([
	['startKey', ['startKey']],
	[' meta . start key ', ['meta', 'start key']],
	['items[0]', ['items[0]']],
	['', undefined],
	['a.', undefined],
	['a. .b', undefined],
])('the keys of %j are %j', (path, keys) => {
	expect(dottedPath(path)).toEqual(keys);
});

const context = { plan: 'pro', session: { seats: 2 }, list: [1], none: undefined, empty: null };

test.each([
	[['key'], { ...context, key: 'x' }],
	[['none'], { ...context, none: 'x' }],
	[['session', 'key'], { ...context, session: { seats: 2, key: 'x' } }],
	[['meta', 'start', 'key'], { ...context, meta: { start: { key: 'x' } } }],
])('%j takes a value in, in a copy', (path, expected) => {
	const before = structuredClone(context);
	expect(withValueAt(context, path, 'x')).toEqual({ context: expected });
	expect(context).toEqual(before);
});

test.each([
	[['plan'], { ...context, plan: 'x' }],
	[['empty'], { ...context, empty: 'x' }],
	[['session'], { ...context, session: 'x' }],
	[['session', 'seats'], { ...context, session: { seats: 'x' } }],
])('the value at %j is replaced only on request', (path, expected) => {
	expect(withValueAt(context, path, 'x')).toBeUndefined();
	expect(withValueAt(context, path, 'x', { replaces: true })).toEqual({ context: expected });
});

test.each([[['plan', 'key']], [['list', 'key']], [['empty', 'key']]])(
	'%j leads through what is not an object',
	(path) => {
		expect(withValueAt(context, path, 'x', { replaces: true })).toBeUndefined();
	},
);

test.each([[[1]], ['text'], [null], [undefined]])('%j is not a context, and stays', (given) => {
	expect(withValueAt(given, ['key'], 'x')).toEqual({ context: given });
});
