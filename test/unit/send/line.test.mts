import { Line, type Place } from '../../../nodes/StartFlow/send/line';

test.each<[what: string, joining: Array<[name: string, place: Place]>, order: string]>([
	[
		'first ones go first',
		[
			['a', 'last'],
			['b', 'first'],
			['c', 'last'],
			['d', 'first'],
		],
		'bdac',
	],
	[
		'second ones let one pass',
		[
			['a', 'last'],
			['b', 'last'],
			['s', 'second'],
			['f', 'first'],
		],
		'fasb',
	],
	[
		'first ones pass no second one',
		[
			['s', 'second'],
			['a', 'last'],
			['f', 'first'],
		],
		'sfa',
	],
])('%s', (_what, joining, order) => {
	const line = new Line<string>();
	for (const [name, place] of joining) line.join(name, place);
	expect(line.elements.join('')).toBe(order);
});

test('whoever leaves is no longer in the line, and may join it at another place', () => {
	const line = new Line<string>();
	for (const name of ['a', 'b', 'c']) line.join(name, 'last');
	for (const _time of [1, 2]) line.remove('a');
	line.remove('c');
	line.join('c', 'first');
	line.join('d', 'first');
	expect(line.elements).toEqual(['c', 'd', 'b']);
});
