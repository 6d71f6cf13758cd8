import { NotSentError } from '../errors/failure';
import { valuesOf, type Option } from './curlOptions';

/**
 * The address of the request, exactly as it was pasted.
 *
 * @throws NotSentError that never repeats the address: it may hold a password.
 */
export function readAddress(options: readonly Option[]): string {
	const words = valuesOf(options, 'url');
	const [word, ...further] = words;
	if (word === undefined) {
		throw wrong('The request has no web address', 'It begins with https://.');
	}
	if (words.filter(({ text }) => isAddress(text)).length > 1) {
		throw wrong(
			'The request has two web addresses or more',
			'Leave the one that the flow is started with.',
		);
	}
	if (further.length > 0) {
		throw wrong(
			'The request has words in it that belong to nothing',
			'Quotes around a part of it may be missing: the body stands in single quotes.',
		);
	}

	const address = word.text.length > LONGEST ? '' : withoutWrapping(word.text);
	if (word.expands || PLACEHOLDER.test(address)) {
		throw wrong(
			'The web address of the request has a variable or a placeholder in it',
			'Write the real address, which begins with https://.',
		);
	}
	if (!isWebAddress(address)) {
		throw wrong(
			'The address in the request is not a complete web address',
			'It begins with https:// and has no blanks in it.',
		);
	}
	return address;
}

/** No server takes a longer one. */
const LONGEST = 16_000;
const PLACEHOLDER = /\{\{|\$\{|<[^<>]{1,80}>/;

function isAddress(text: string): boolean {
	return /^\W{0,3}[a-z][a-z\d+.-]{0,20}:\/\//i.test(text);
}

/**
 * What programs put around an address: the brackets of a link in a chat or a document, signs that
 * nobody sees, and curl's own backslashes in front of brackets.
 */
function withoutWrapping(text: string): string {
	const visible = text.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '').trim();
	const inner = /^<(https?:[^<>|]*)(?:\|[^<>]*)?>$/i.exec(visible)?.[1];
	const linked = /^\[[^\]]*\]\((https?:[^)]*)\)$/i.exec(visible)?.[1];
	return (inner ?? linked ?? visible).replace(/\\(?=[[\]{}])/g, '');
}

function isWebAddress(address: string): boolean {
	if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(address)) return false;
	try {
		return new URL(address).hostname !== '';
	} catch {
		return false;
	}
}

function wrong(message: string, cure: string): NotSentError {
	return new NotSentError(
		message,
		`${cure} Copy the whole request from the flow's Start Event once more.`,
	);
}
