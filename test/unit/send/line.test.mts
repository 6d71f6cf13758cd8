import { Line, type Place } from '../../../nodes/StartFlow/send/line';

const isNew: Place = { isFurtherAttempt: false, letsOnePass: false };
const isFurther: Place = { isFurtherAttempt: true, letsOnePass: false };
const isLate: Place = { isFurtherAttempt: true, letsOnePass: true };

test.each<[string, Record<string, Place>, string]>([
	['further attempts go first', { a: isNew, b: isFurther, c: isNew, d: isFurther }, 'bdac'],
	['late ones let a new start pass', { a: isNew, b: isNew, l: isLate, f: isFurther }, 'falb'],
	['late ones go before later ones', { l: isLate, a: isNew, m: isLate }, 'lam'],
])('%s', (_what, places, order) => {
	const line = new Line<Place & { name: string }>();
	for (const [name, place] of Object.entries(places)) line.join({ name, ...place });
	expect(line.clear().map(({ name }) => name)).toEqual([...order]);
	expect(line.first).toBeUndefined();
});

test('a further attempt may join at the end, and whoever leaves is no longer in the line', () => {
	const [a, b, c] = [{ ...isNew }, { ...isNew }, { ...isFurther }];
	const line = new Line();
	line.join(a);
	line.join(b);
	line.join(c, { atEnd: true });
	for (const _time of [1, 2]) line.leave(a);
	expect([line.first, line.clear()]).toEqual([b, [b, c]]);
});
