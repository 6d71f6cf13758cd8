/**
 * Runs `work`, and `close` after it in every case. On Ctrl+C or SIGTERM it does not wait for `work`
 * any longer: what was started is ended by `close`, and the process ends with exit code 130.
 *
 * @param close Ends whatever has been started, also while it is still starting.
 */
export async function interruptible(
	work: () => Promise<void>,
	close: () => Promise<void>,
): Promise<void> {
	let isInterrupted = false;
	const interrupted = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			// Not once: a second Ctrl+C must not cut the closing short.
			process.on(signal, () => {
				if (isInterrupted) return;
				isInterrupted = true;
				console.log('\nInterrupted: ending what was started …');
				// What `work` still says, now that all it needs goes away, is of no use to anybody.
				console.log = () => {};
				resolve();
			});
		}
	});
	try {
		await Promise.race([work(), interrupted]);
	} finally {
		await close();
	}
	// `work` may still wait for something that nobody gives it now; the exit ends its children.
	if (isInterrupted) process.exit(130);
}
