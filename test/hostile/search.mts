/**
 * `node tools/run.mjs test/hostile/search.mts`: looks for texts that the node reads slowly, and tells those
 * that take long at their greatest length, or more than their length says. `-- --texts N` for each place
 * where texts come in, `-- --seed N` others, `-- --only WORDS` some of the places. Ends with 1 where it
 * has found one. Times are those of the CPU: what else the machine does is no slowness of the node's.
 */
import { parseArgs } from 'node:util';

import fc from 'fast-check';

import type { Door } from './door.mts';
import { DOORS } from './doors.mts';
import { hostileTexts, type HostileText } from './texts.mts';

/** What n8n may be kept from answering for, in ms. */
const ALLOWED = 200;

/** Four times the length may take so many times as long, where it takes long at all (in ms). */
const TOLERATED = 8;
const LONG = 50;

/** All texts are read at this length first, in characters; the slowest of them at the greatest length. */
const SHORT = 20_000;
const SLOWEST = 20;

const { values } = parseArgs({
	options: {
		texts: { type: 'string', default: '1000' },
		seed: { type: 'string', default: '13' },
		only: { type: 'string', default: '' },
	},
});

const doors = DOORS.filter(({ name }) => name.includes(values.only));
const found = doors.flatMap((door) => {
	const rows = search(door);
	const worst = Math.max(0, ...rows.map(({ whole }) => whole));
	console.log(`${door.name}: at worst ${rounded(worst)} ms for ${door.longest} characters`);
	return rows.filter(isSlow).map((row) => ({ door: door.name, ...row }));
});
for (const { door, whole, quarter, text, thrown } of found) {
	const times = `${rounded(whole)} ms, a quarter of it ${rounded(quarter)} ms`;
	console.log(`\n${door}: ${thrown ?? times}\n${text}`);
}
console.log(`\n${found.length} slow texts`);
process.exitCode = found.length === 0 ? 0 : 1;

interface Row {
	text: string;
	/** In ms. */
	quarter: number;
	whole: number;
	/** What was thrown that is no refusal. */
	thrown?: string;
}

function search(door: Door): Row[] {
	const options = { numRuns: Number(values.texts), seed: Number(values.seed) };
	const short = Math.min(SHORT, door.longest);
	return fc
		.sample(hostileTexts(door.frames), options)
		.map((text) => ({ text, short: measure(door, text, short, 1) }))
		.sort((one, other) => rank(other.short) - rank(one.short))
		.slice(0, SLOWEST)
		.map(({ text }) => atGreatestLength(door, text));
}

function rank({ time, thrown }: Measured): number {
	return thrown === undefined ? time : Infinity;
}

function atGreatestLength(door: Door, text: HostileText): Row {
	const quarter = measure(door, text, door.longest / 4, 3);
	// Whoever takes so long for a quarter is found already.
	const whole = quarter.time > 5 * ALLOWED ? quarter : measure(door, text, door.longest, 3);
	const thrown = whole.thrown ?? quarter.thrown;
	return { text: text.name, quarter: quarter.time, whole: whole.time, thrown };
}

function isSlow({ quarter, whole, thrown }: Row): boolean {
	const isSuperLinear = whole > LONG && whole > TOLERATED * quarter;
	return thrown !== undefined || whole > ALLOWED || isSuperLinear;
}

interface Measured {
	/** The shortest of all rounds, in ms of CPU. */
	time: number;
	thrown?: string;
}

function measure({ read }: Door, text: HostileText, length: number, rounds: number): Measured {
	const hostile = text.of(length);
	const times: number[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const began = cpuTime();
		try {
			read(hostile);
		} catch (error) {
			if (!(error instanceof Error && error.name === 'NotSentError')) {
				return { time: cpuTime() - began, thrown: String(error).slice(0, 200) };
			}
		}
		times.push(cpuTime() - began);
	}
	return { time: Math.min(...times) };
}

/** Of this thread, in ms; before Node 24 with what the garbage collector does beside it. */
function cpuTime(): number {
	const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: () => CpuUsage };
	const { user, system } = threadCpuUsage.call(process);
	return (user + system) / 1_000;
}

type CpuUsage = ReturnType<typeof process.cpuUsage>;

function rounded(time: number): number {
	return Number(time.toFixed(1));
}
