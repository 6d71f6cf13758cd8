import type { ContenderId } from './contenders.mts';
import type { ScenarioId } from './scenarios.mts';
import type { Counts } from './service/counts.mts';

/** What was seen of one contender's run through one scenario. */
export interface Seen {
	/** The node's own time as n8n counted it, in ms; for undici the time of its loop. */
	milliseconds: number;
	/** Memory that n8n's process held before the node began, garbage collected, in bytes (Linux only). */
	base: number | null;
	/** Of it the JavaScript heap, in bytes. */
	heap: number | null;
	/** TCP sockets that n8n's process held before the node began. */
	sockets: number | null;
	/** The most memory that n8n's process held while the node ran, in bytes (Linux only). */
	peak: number | null;
	/** Items in the node's output. */
	answers: number;
	/** The node's error message, when it failed. */
	error: string | null;
	service: Counts;
}

export interface Measurement extends Seen {
	scenario: ScenarioId;
	contender: ContenderId;
	/** Counted from 1. */
	round: number;
}
