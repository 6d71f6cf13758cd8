/** In characters. `URL` takes seconds for a host of a megabyte, and no service has such an address. */
const LONGEST_ADDRESS = 8_000;

/** A web address as `URL` reads it; `undefined` when it is none. */
export function parseWebAddress(address: string): URL | undefined {
	try {
		return address.length > LONGEST_ADDRESS ? undefined : new URL(address);
	} catch {
		return undefined;
	}
}

/** Whether two complete addresses are the same once `URL` has normalised them. */
export function isSameAddress(one: string, other: string): boolean {
	return new URL(one).href === new URL(other).href;
}
