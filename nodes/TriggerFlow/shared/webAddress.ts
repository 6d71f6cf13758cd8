import { shorten } from './text';

/**
 * A host that is longer than any name can be (253 characters: RFC 1035, section 2.3.4), with a port, and the user
 * name and password that are refused later.
 */
const LONG_HOST = /^[a-z]+:[/\\]*[^/\\?#]{1001}/i;

/**
 * A web address as `URL` reads it; `undefined` when it is none, or its host is too long: `URL` takes seconds
 * for such a host, and its time grows with the square of the length.
 */
export function parseWebAddress(address: string): URL | undefined {
	if (LONG_HOST.test(address)) return undefined;
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

/**
 * Whether two complete addresses are the same once `URL` has normalised them: case of the host, default
 * port, dot segments.
 */
export function isSameAddress(one: string, other: string): boolean {
	return new URL(one).href === new URL(other).href;
}

/** A complete address as a message shows it: without what its query may hold. */
export function shownAddress(address: string): string {
	const { origin, pathname, search } = new URL(address);
	return shorten(`${origin}${pathname}${search === '' ? '' : '?…'}`, 200);
}
