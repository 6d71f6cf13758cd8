import { addToContext } from '../../../nodes/StartFlow/context/path';
import { refusalOf } from '../refusal.mts';

const context = { plan: 'pro', session: { seats: 2 }, list: [1], none: undefined, empty: null };

const withX = (path: string, options?: { canReplace: boolean }) =>
	addToContext(context, 'Key Field', path, 'x', options);

test.each<[string, object]>([
	['key', { ...context, key: 'x' }],
	['none', { ...context, none: 'x' }],
	[' session . start key ', { ...context, session: { seats: 2, 'start key': 'x' } }],
	['meta.start.key', { ...context, meta: { start: { key: 'x' } } }],
	['toString', { ...context, toString: 'x' }],
	['a.__proto__', { ...context, a: JSON.parse('{"__proto__":"x"}') as object }],
])('puts a value at "%s" of a copy', (path, expected) => {
	const before = structuredClone(context);
	expect(JSON.stringify(withX(path))).toBe(JSON.stringify(expected));
	expect(context).toEqual(before);
});

test.each<[string, object]>([
	['empty', { ...context, empty: 'x' }],
	['list', { ...context, list: 'x' }],
	['session', { ...context, session: 'x' }],
	['session.seats', { ...context, session: { seats: 'x' } }],
])('replaces the value at "%s" only with canReplace', (path, expected) => {
	const { message, description } = refusalOf(() => withX(path));
	expect(message).toBe(`Key Field conflicts with another value of the context at "${path}"`);
	expect(description).toContain('Key Field');
	expect(withX(path, { canReplace: true })).toEqual(expected);
});

test.each(['plan.key', 'list.key', 'empty.key'])(
	'refuses "%s", which leads through a value that is not an object',
	(path) => {
		expect(refusalOf(() => withX(path, { canReplace: true })).message).toContain(path);
	},
);

test.each([' ', '.a', 'a.', 'a. .b', 'https://my.example.com/callback'])(
	'refuses %p for a field name',
	(path) => {
		expect(refusalOf(() => withX(path)).message).toBe(
			'Key Field has to be the name of a context field',
		);
	},
);
