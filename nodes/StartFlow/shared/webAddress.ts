/** Parses an address. `URL.canParse` of Node 20 is wrong for hosts such as bücher.example (seen in 20.20). */
export function parseWebAddress(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}
