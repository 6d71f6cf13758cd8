/** How the measured service behaves. */
export interface Mode {
	/** From the whole request to the answer, in ms. */
	latency: number;
	/** How many starts it takes at once; above that it answers 429. `null`: any number. */
	capacity: number | null;
}

/** What the service has seen since its mode was set. */
export interface Counts {
	/** Flows started: accepted requests. */
	starts: number;
	/** Different ids among them. */
	distinct: number;
	/** Requests answered with 429. */
	refused: number;
	/** Requests that could not be understood: the bench itself is wrong. */
	misunderstood: number;
	/** The most starts under way at once. */
	mostAtOnce: number;
	/** TCP connections opened. */
	connections: number;
}

export const NONE: Counts = {
	starts: 0,
	distinct: 0,
	refused: 0,
	misunderstood: 0,
	mostAtOnce: 0,
	connections: 0,
};
