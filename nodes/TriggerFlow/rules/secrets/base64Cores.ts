/** Shorter ones would be found by chance. */
const SHORTEST_CORE = 8;

/**
 * What is the same in every Base64 text of something that holds `text`: three characters of it stand
 * for four, so it depends on where `text` begins, and the ends mix with their neighbours.
 */
export function base64Cores(text: string): string[] {
	return [0, 1, 2]
		.map((offset) => {
			const encoded = Buffer.from('\0'.repeat(offset) + text).toString('base64');
			const end = Math.floor((8 * (offset + text.length)) / 6);
			return encoded.slice(Math.ceil((8 * offset) / 6), end);
		})
		.filter((core) => core.length >= SHORTEST_CORE);
}
