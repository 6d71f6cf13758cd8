/** @throws RangeError for an empty list. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half];
	if (upper === undefined) throw new RangeError('There is no median of nothing');
	return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
