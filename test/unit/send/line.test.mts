import { Line, type Place } from '../../../nodes/StartFlow/send/line';

interface Named extends Place {
	name: string;
}

const isNew = { isFurtherAttempt: false, letsOnePass: false };
const isFurther = { isFurtherAttempt: true, letsOnePass: false };
const isLate = { isFurtherAttempt: true, letsOnePass: true };

function createLine(places: Record<string, Place>) {
	const line = new Line<Named>();
	const all = Object.entries(places).map(([name, place]) => ({ name, ...place }));
	for (const waiting of all) line.join(waiting);
	const listNames = () => line.clear().map(({ name }) => name);
	return { line, all, listNames };
}

test('further attempts go before new starts, each in the order in which they came', () => {
	const places = { a: isNew, b: isFurther, c: isNew, d: isFurther };
	expect(createLine(places).listNames()).toEqual(['b', 'd', 'a', 'c']);
});

test('a start that was turned away again and again lets one new start go before it, and further attempts', () => {
	const places = { a: isNew, b: isNew, late: isLate, c: isFurther };
	expect(createLine(places).listNames()).toEqual(['c', 'a', 'late', 'b']);
	expect(createLine({ late: isLate, a: isNew }).listNames()).toEqual(['late', 'a']);
});

test('who was in the line already can join at the end', () => {
	const { line, listNames } = createLine({ a: isNew });
	line.join({ name: 'b', ...isFurther }, { atEnd: true });
	expect(listNames()).toEqual(['a', 'b']);
});

test('who leaves is no longer in it, also twice', () => {
	const { line, all, listNames } = createLine({ a: isNew, b: isNew, c: isNew });
	for (const _time of [1, 2]) line.leave(all[0] as Named);
	expect(line.first).toBe(all[1]);
	expect(listNames()).toEqual(['b', 'c']);
	expect(line.first).toBeUndefined();
});
