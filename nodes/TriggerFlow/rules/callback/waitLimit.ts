import { describeValue } from '../context/json';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import type { AwaitedCallback } from '../starts/itemStart';

/** In ms. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** In ms: ten years. A date that is much later is none any more, and n8n would wait for ever. */
const LONGEST = 3_650 * UNITS.days;

/**
 * How long to wait for a callback. An expression may give the number itself or its text.
 *
 * @throws NotSentError for what is no such time.
 */
export function readWaitLimit(limit: unknown, unit: unknown): AwaitedCallback['limit'] {
	const number = typeof limit === 'string' ? Number(limit) : limit;
	if (typeof number === 'number' && number > 0) {
		// NaN for what is no unit.
		const ms = number * UNITS[unit as keyof typeof UNITS];
		const words = `${number} ${number === 1 ? String(unit).slice(0, -1) : String(unit)}`;
		if (ms <= LONGEST) return { ms, words };
	}
	const isShown = typeof limit === 'number' || (typeof limit === 'string' && limit.trim() !== '');
	const found = isShown ? `"${shorten(String(limit), 40)} ${String(unit)}"` : describeValue(limit);
	throw new NotSentError(
		`Limit Wait Time is ${found}, but has to be a time above 0, of ten years at most`,
		'Write a number such as 24, and choose minutes, hours or days.',
	);
}
