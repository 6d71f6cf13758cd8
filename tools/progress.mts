/** Begins a step of a long program. On a terminal, a line of progress may be there. */
export function showStep(title: string): void {
	console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}• ${title}`);
}

/**
 * Waits for `work` and shows how far it is: on a terminal in one line that renews itself,
 * elsewhere (a log) in a line every ten seconds.
 *
 * @param state What to show behind the label; called once a second.
 */
export async function withProgress<T>(
	label: string,
	work: Promise<T>,
	state: () => string = () => '',
): Promise<T> {
	const began = Date.now();
	const isTerminal = process.stdout.isTTY;
	const line = () => `${label}  ${state()}  ${Math.round((Date.now() - began) / 1000)} s`;
	const show = () => process.stdout.write(isTerminal ? `\r\x1b[K${line()}` : `${line()}\n`);

	show();
	const timer = setInterval(show, isTerminal ? 1_000 : 10_000);
	try {
		return await work;
	} finally {
		clearInterval(timer);
		show();
		if (isTerminal) process.stdout.write('\n');
	}
}
