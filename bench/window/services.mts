/** A service that is simulated: how long it takes for a request, in ms, or that it turns it away. */
export interface Simulated {
	/**
	 * @param index Which request it is, from 0 in the order of sending.
	 * @param at When it came, in ms from the beginning of the run.
	 * @param inFlight How many requests are in the service, this one included.
	 */
	answer(index: number, at: number, inFlight: number): number | 'turned away';
}

/** A kind of service: each seed gives another one of it. */
export interface Kind {
	title: string;
	make: (random: () => number, items: number) => Simulated;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const pick = (random: () => number, values: number[]): number =>
	values[Math.floor(random() * values.length)] ?? NaN;

const between = (random: () => number, least: number, most: number): number =>
	least + (most - least) * random();

const anyTime = (random: () => number) => pick(random, [20, 100, 300, 1000]);

const anyCapacity = (random: () => number) => pick(random, [10, 12, 15, 20, 30, 50, 80, 120]);

/** A service that works on `capacity(index)` flows at a time, and lets the others wait in line. */
function inLine(capacity: (index: number) => number, time: () => number, onTheWay = 0): Simulated {
	const free: number[] = [];
	return {
		answer(index, at) {
			// What frees up last is left when it works on fewer than before.
			while (free.length > capacity(index)) free.splice(free.indexOf(Math.min(...free)), 1);
			while (free.length < capacity(index)) free.push(at);
			const first = free.indexOf(Math.min(...free));
			const end = Math.max(at, free[first] ?? at) + time();
			free[first] = end;
			return end - at + onTheWay;
		},
	};
}

/** A service with a capacity that takes any number at once: what becomes of its time above that. */
const crowded = (title: string, slower: (load: number) => number | 'turned away'): Kind => ({
	title,
	make(random) {
		const [capacity, time] = [anyCapacity(random), anyTime(random)];
		return {
			answer(_index, _at, inFlight) {
				const factor = slower(Math.max(1, inFlight / capacity));
				return factor === 'turned away' ? factor : factor * time * between(random, 0.9, 1.1);
			},
		};
	},
});

/** A service that takes any number at once: each flow takes so many times as long as it may. */
const byItem = (
	title: string,
	factors: (random: () => number, items: number) => (index: number) => number,
): Kind => ({
	title,
	make(random, items) {
		const [time, factor] = [anyTime(random), factors(random, items)];
		return { answer: (index) => time * between(random, 0.9, 1.1) * factor(index) };
	},
});

export const KINDS: Kind[] = [
	{
		title: '10 at a time, 100 ms each',
		make: () =>
			inLine(
				() => 10,
				() => 100,
			),
	},
	{
		title: '10 at a time, 50 to 150 ms each',
		make: (random) =>
			inLine(
				() => 10,
				() => between(random, 50, 150),
				5,
			),
	},
	{
		title: '10 to 120 at a time, the others wait in line',
		make(random) {
			const [capacity, time] = [anyCapacity(random), anyTime(random)];
			const onTheWay = pick(random, [0, 0.1, 0.5]) * time;
			return inLine(
				() => capacity,
				() => time * between(random, 0.5, 1.5),
				onTheWay,
			);
		},
	},
	{
		title: '10 to 40 at a time, from a fifth of the run on ten times as many',
		make(random, items) {
			const [capacity, time] = [pick(random, [10, 20, 40]), anyTime(random)];
			return inLine(
				(index) => (index < items / 5 ? capacity : 10 * capacity),
				() => time * between(random, 0.9, 1.1),
			);
		},
	},
	crowded('10 to 120 at full speed, all slower above', (load) => load),
	crowded('10 to 120 at full speed, above it fewer done the more there are', (load) => load ** 2),
	crowded('10 to 120 at a time, 429 above', (load) => (load > 1 ? 'turned away' : 1)),
	{
		title: 'Always the same time',
		make(random) {
			const time = anyTime(random);
			return { answer: () => time };
		},
	},
	byItem('Jitter of up to 50 %', (random) => () => between(random, 0.5, 1.5)),
	byItem('Exponential jitter', (random) => () => 0.02 - Math.log(1 - random())),
	byItem('The first 1 to 20 take 3 to 30 times as long', (random) => {
		const [factor, first] = [between(random, 3, 30), between(random, 1, 20)];
		return (index) => (index < first ? factor : 1);
	}),
	byItem('One of the first 100 takes 20 to 100 times as long', (random) => {
		const [factor, slow] = [between(random, 20, 100), Math.floor(between(random, 0, 100))];
		return (index) => (index === slow ? factor : 1);
	}),
	byItem('0.2 to 5 % take 5 to 100 times as long', (random) => {
		const [factor, share] = [between(random, 5, 100), between(random, 0.002, 0.05)];
		return () => (random() < share ? factor : 1);
	}),
	byItem('5 to 95 % take 2 to 20 times as long, by their data', (random) => {
		const [factor, share] = [between(random, 2, 20), between(random, 0.05, 0.95)];
		return () => (random() < share ? factor : 1);
	}),
	byItem('Sorted data: in the end 2 to 20 times as long', (random, items) => {
		const factor = between(random, 2, 20);
		return (index) => 1 + ((factor - 1) * index) / items;
	}),
	byItem('From one item on 2 to 20 times as long', (random, items) => {
		const [factor, from] = [between(random, 2, 20), between(random, 0, items)];
		return (index) => (index < from ? 1 : factor);
	}),
	byItem('Up to one item 2 to 20 times as long', (random, items) => {
		const [factor, until] = [between(random, 2, 20), between(random, 0, items)];
		return (index) => (index < until ? factor : 1);
	}),
	byItem('Every other block of 5 to 100 items takes 2 to 12 times as long', (random) => {
		const [factor, block] = [between(random, 2, 12), Math.floor(between(random, 5, 100))];
		return (index) => (Math.floor(index / block) % 2 === 0 ? 1 : factor);
	}),
];
