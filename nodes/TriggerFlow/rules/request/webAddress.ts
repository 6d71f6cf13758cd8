import { shorten } from '../errors/shorten';

/**
 * A web address as `URL` reads it; `undefined` when it is none, or its host is longer than any name can be
 * (253 characters: RFC 1035, section 2.3.4). `URL` takes seconds for such a host: its time grows with the
 * square of the length.
 */
export function parseWebAddress(address: string): URL | undefined {
	const [, host = ''] = /^[a-z]+:[/\\]*([^/\\?#]*)/i.exec(address) ?? [];
	if (host.length > LONGEST_HOST) return undefined;
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

/** With a port, and the user name and password that are refused later. */
const LONGEST_HOST = 1_000;

/** Whether an address that was copied from somewhere is all there, with nothing to be filled in. */
export function isComplete(address: string): boolean {
	const isWhole = /^https?:\/\/[^\s"\\\p{Cc}]+$/iu.test(address) && !OPEN.test(address);
	return isWhole && parseWebAddress(address) !== undefined;
}

/** Variables, placeholders, lists of choices, and where something was left out. */
const OPEN = /\{\{|\$\{|<[^<>]{1,80}>|\{[^{}]*,|%(?![\da-f]{2}%)[a-z_]\w*%|\.\.\.|…|\^&/i;

/** What chats, documents and mails make of an address, and the backslashes that curl wants. */
export function withoutLink(word: string): string {
	const [whole, ...inner] = LINK.exec(word.trim()) ?? [word.trim()];
	return (inner.find((address) => address !== undefined) ?? whole).replace(/\\(?=[[\]{}])/g, '');
}

const LINK =
	/^<(https?:[^<>|]*)(?:\|[^<>]*)?>$|^\[[^\]]*\]\((https?:[^)]*)\)$|^(https?:[^<>]*)<https?:[^<>]*>$/i;

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
