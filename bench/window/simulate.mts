import {
	ModelService,
	OPTIONS,
	manyReady,
	reactions,
	runAll,
} from '../../test/sending/modelService.mts';
import { VirtualClock } from '../../test/sending/virtualClock.mts';
import { randomFrom, type Kind, type Simulated } from './services.mts';

/** The node's default. */
const { concurrency } = OPTIONS;

/** How soon a service turns a request away, in ms. */
const TURNING_AWAY = 5;

/** What became of a simulated run. */
export interface Simulation {
	/** How long it took, by the time of the ideal: 1 is as quick. */
	distance: number;
	/** The most requests in flight. */
	most: number;
	/** The slug of every start that the service took, once for each time. */
	taken: string[];
}

/** Has the node start `items` flows of one service, on a virtual clock and with default options. */
export async function simulate(kind: Kind, seed: number, items: number): Promise<Simulation> {
	const clock = new VirtualClock();
	const simulated = kind.make(randomFrom(seed), items);
	const service = new ModelService(clock, ({ slug, number, at, inFlight }) => {
		const time = simulated.answer(number, at, inFlight);
		return time === 'turned away'
			? reactions.tooMany(undefined, TURNING_AWAY)
			: reactions.starts(slug, time);
	});
	await runAll(clock, service, manyReady(items), { concurrency });
	return {
		distance: clock.elapsed / ideal(kind, seed, items),
		most: service.mostInFlight,
		taken: service.taken,
	};
}

/** What a loop could have as many requests in flight of, up to the node's default. */
const SIZES = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, concurrency];

/** What nobody can know before: how long it takes with the best size from the beginning on, in ms. */
function ideal(kind: Kind, seed: number, items: number): number {
	const times = SIZES.map((size) => loop(kind.make(randomFrom(seed), items), size, items));
	return Math.min(...times);
}

/** How long a bare loop takes with always as many requests in flight, in ms. */
function loop(service: Simulated, size: number, items: number): number {
	// When each of those in flight is answered.
	const ends: number[] = [];
	let end = 0;
	for (let index = 0; index < items; index++) {
		let now = 0;
		if (ends.length === size) {
			now = Math.min(...ends);
			ends.splice(ends.indexOf(now), 1);
		}
		const time = service.answer(index, now, ends.length + 1);
		if (time === 'turned away') return Infinity;
		ends.push(now + time);
		end = Math.max(end, now + time);
	}
	return end;
}
