import { parseWebAddress } from '../request/webAddress';
import { wrong } from './readBody';
import type { Command } from './readCommand';

/** The address exactly as it was pasted. Not repeated where it is refused: it may hold a password. */
export function addressOf({ address: words }: Command): string {
	const [address = '', ...further] = new Set(words.map(withoutLink));
	if (isComplete(address) && further.length === 0) return address;
	const what = further.length > 0 ? 'has more than one' : 'does not have one complete';
	throw wrong(
		`The request ${what} web address`,
		'It begins with https://, and has no blanks, variables or placeholders in it.',
	);
}

/** Whether an address that was copied from somewhere is all there, with nothing to be filled in. */
function isComplete(address: string): boolean {
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
