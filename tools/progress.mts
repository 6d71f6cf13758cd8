/** Begins a step of a long program. */
export function showStep(title: string): void {
	console.log(`• ${title}`);
}

/**
 * Waits for `work`, and shows every ten seconds how far it is.
 *
 * @param state What to show behind the label.
 */
export async function withProgress<T>(
	label: string,
	work: Promise<T>,
	state: () => string = () => '',
): Promise<T> {
	const began = Date.now();
	const show = () => {
		console.log(`${label}  ${state()}  ${Math.round((Date.now() - began) / 1000)} s`);
	};
	show();
	const timer = setInterval(show, 10_000);
	return await work.finally(() => {
		clearInterval(timer);
		show();
	});
}
