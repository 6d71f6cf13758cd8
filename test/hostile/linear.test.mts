import fc from 'fast-check';

import type { Door } from './door.mts';
import { DOORS } from './doors.mts';
import { StepCounter } from './steps.mts';
import { hostile, hostileTexts, type HostileText } from './texts.mts';

/** In characters, each four times as long as the one before. */
const LENGTHS = [1_000, 4_000, 16_000] as const;

/** So many steps for a character are no growth, nor is half as many again: a text is read more than once. */
const FEW = 5;
const TOLERANCE = 1.5;

/** What once kept n8n from answering. */
const REMEMBERED: Record<string, HostileText> = {
	'a long word and signs that do not end it': hostile({ beginning: 'curl ', end: '' }, [
		{ piece: 'a', share: 1 },
		{ piece: '>', share: 1 },
	]),
};

let counter: StepCounter;

beforeAll(() => {
	counter = new StepCounter();
});

afterAll(() => counter.close());

function steps({ read }: Door, text: string): number {
	return counter.count(() => {
		try {
			read(text);
		} catch (error) {
			// Anything else, such as a full stack, is a fault.
			if (!(error instanceof Error && error.name === 'NotSentError')) throw error;
		}
	});
}

/** Whether each character takes more work, the more of them there are. */
function grows(door: Door, text: HostileText): boolean {
	const [short, middle, long] = LENGTHS;
	const rate = (length: number) => Math.max(FEW, steps(door, text.of(length)) / length);
	const inTheMiddle = rate(middle);
	// Some texts are read in another way from some length on: that is once.
	return inTheMiddle > TOLERANCE * rate(short) && rate(long) > TOLERANCE * inTheMiddle;
}

describe.each(DOORS.map((door): [string, Door] => [door.name, door]))('%s', (_name, door) => {
	test('each character takes the same work, however many there are', () => {
		fc.assert(
			fc.property(hostileTexts(door.frames), (text) => {
				if (grows(door, text)) throw new Error(`The work grows faster than the text: ${text.name}`);
			}),
			{ seed: 13, numRuns: 10 },
		);
	});

	test.each(Object.entries(REMEMBERED))('also of %s', (_what, text) => {
		expect(grows(door, text)).toBe(false);
	});
});
