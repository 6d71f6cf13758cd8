import { shorten } from '../errors/shorten';

/**
 * How to make true or false of a text, as a sentence: for the text "yes" of `={{ $json.newsletter }}` it
 * names `{{ $json.newsletter === 'yes' }}`. Empty where there is nothing to go by.
 *
 * @param given What the field got.
 * @param written The field as the person has written it; n8n keeps an expression with `=` in front.
 */
export function switchAdvice(given: unknown, written: unknown): string {
	const code = typeof written === 'string' ? expressionIn(written) : '';
	if (code === '' || typeof given !== 'string' || !QUOTABLE.test(given)) return '';
	const text = ON_INSTEAD_OF.get(given.trim().toLowerCase()) ?? given;
	const value = PATH.test(code) ? code : `(${code})`;
	return ` To have it on for the text "${shorten(text)}" alone, write {{ ${value} === '${text}' }}.`;
}

/** The code of a value that is one short expression and nothing else. */
function expressionIn(written: string): string {
	const whole = written.startsWith('=') ? written.slice(1).trim() : '';
	if (!whole.startsWith('{{') || !whole.endsWith('}}')) return '';
	const code = whole.slice(2, -2).trim();
	return code.length > 200 || /\}\}|\n/.test(`${code}}`) ? '' : code;
}

const QUOTABLE = /^(?=.*\S)[^'\\{}\p{C}]{1,40}$/u;

const PATH = /^\$[\w$]*(?:\.\w+|\[[^\][]*\]|\(['"\w ]*\))*$/;

/** What people write for off, and for on in the same language. */
const ON_INSTEAD_OF = new Map([
	['no', 'yes'],
	['n', 'y'],
	['off', 'on'],
	['nein', 'ja'],
	['non', 'oui'],
	['disabled', 'enabled'],
	['unchecked', 'checked'],
]);
