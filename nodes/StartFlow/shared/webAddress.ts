/** `URL` needs seconds to parse a host of a megabyte, and no service has such an address. */
const MAX_ADDRESS_CHARACTERS = 8_000;

export function parseWebAddress(address: string): URL | undefined {
	try {
		return address.length > MAX_ADDRESS_CHARACTERS ? undefined : new URL(address);
	} catch {
		return undefined;
	}
}
