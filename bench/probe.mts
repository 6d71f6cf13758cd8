/**
 * Asks n8n for its health without a pause, and keeps when it answered nobody for longer than a short while.
 * A process of its own: what the bench itself does must not look like a silence of n8n. Each message says
 * where n8n is (`{ url }`, empty: nowhere); it is answered with the silences since the one before.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** From when on n8n answered nobody, and until when, in ms since 1970. */
export type Silence = [from: number, to: number];

/** Between an answer and the next question, in ms. */
const PAUSE = 2;

/** What is shorter is no silence, in ms. */
const LEAST = 5;

let url = '';
let silences: Silence[] = [];
let askedAt: number | undefined;

process.on('message', (message: { url: string }) => {
	({ url } = message);
	// One that still goes on counts as far as it has come.
	note();
	process.send?.(silences);
	silences = [];
	if (askedAt !== undefined) askedAt = Date.now();
});
process.on('disconnect', () => process.exit());
for (;;) {
	if (url !== '') {
		askedAt = Date.now();
		// It is down while it restarts: that is no silence.
		const answered = await fetch(`${url}/healthz`)
			.then(async (response) => await response.text())
			.catch(() => undefined);
		if (answered !== undefined) note();
		askedAt = undefined;
	}
	await sleep(PAUSE);
}

function note(): void {
	const now = Date.now();
	if (askedAt !== undefined && now - askedAt >= LEAST) silences.push([askedAt, now]);
}
