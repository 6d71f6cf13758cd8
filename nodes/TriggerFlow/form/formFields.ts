import type { ResourceMapperField } from 'n8n-workflow';

import { maskText } from '../secrets/mask';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

/** The type of the value that the example has, `strings` for a list of nothing but strings. */
export type ContextType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'strings';

/** One field of n8n's resource mapper. n8n saves it with the form, beside the value. */
export interface MapperField extends ResourceMapperField {
	/** The place in the context as a JSON pointer (RFC 6901): exact for every key, dots included. */
	id: string;
	/** A text field takes everything, and sends nothing while nobody has touched it. */
	type: 'string' | 'options';
	contextType: ContextType;
	/** The slug of the flow whose example the field is from. */
	contextFlow: string;
}

/**
 * One field for each value of an example context, in its order. A list is one field, and so is an
 * empty object. An empty example gives no fields.
 * @param isTool For the tool variant, where n8n has no AI button for lists, and makes a key of each name.
 * @param accessToken Masked in the names.
 */
export function mapperFields(
	example: JsonObject,
	contextFlow: string,
	isTool = false,
	accessToken = '',
): MapperField[] {
	const keys = new Set<string>();
	const masked = (text: string) => (accessToken === '' ? text : maskText(text, accessToken));
	return leavesOf([], example).map(({ path, value }) => {
		const name = masked(readableName(path));
		const contextType = typeOf(value);
		return {
			id: idOf(path),
			displayName: isTool ? withOwnKey(name, keys) : name + exampleOf(value, masked),
			...(contextType === 'boolean' && !isTool
				? { type: 'options' as const, options: TRUE_AND_FALSE }
				: { type: 'string' as const }),
			contextType,
			contextFlow,
			required: false,
			defaultMatch: false,
			display: true,
		} as const;
	});
}

const TRUE_AND_FALSE = [true, false].map((value) => ({ name: String(value), value }));

function leavesOf(path: string[], value: JsonValue): Array<{ path: string[]; value: JsonValue }> {
	const isBranch = isJsonObject(value) && (path.length === 0 || Object.keys(value).length > 0);
	if (!isBranch) return [{ path, value }];
	return Object.entries(value).flatMap(([key, inner]) => leavesOf([...path, key], inner));
}

function typeOf(value: JsonValue): ContextType {
	if (value === null) return 'null';
	if (!Array.isArray(value)) return typeof value as 'string' | 'number' | 'boolean' | 'object';
	const isOfStrings = value.length > 0 && value.every((element) => typeof element === 'string');
	return isOfStrings ? 'strings' : 'array';
}

function exampleOf(value: JsonValue, masked: (text: string) => string): string {
	const shown = masked(typeof value === 'string' ? value : JSON.stringify(value));
	return value === null || shown.trim() === '' ? '' : ` (e.g. ${shorten(shown, 40)})`;
}

/** n8n replaces all but letters, digits and `-` by `_`, and cuts the key after 63 characters. */
function withOwnKey(name: string, keys: Set<string>): string {
	for (let count = 1; ; count++) {
		const own = count === 1 ? name : `${count} ${name}`;
		const key = own.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
		if (keys.has(key)) continue;
		keys.add(key);
		return own;
	}
}

export function idOf(path: readonly string[]): string {
	return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys that lead to a field's place in the context. */
export function pathOfId(id: string): string[] {
	const keys = id.slice(1).split('/');
	return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key that reads well between dots. n8n would take a name that begins with `=` for an expression. */
const PLAIN_KEY = /^[^\s.[\]"'`\\=\p{C}]+(?: [^\s.[\]"'`\\=\p{C}]+)*$/u;

/** A path as people write one; a key that would blur it is in brackets: `session["a.b"]`. */
export function readableName(path: readonly string[]): string {
	const parts = path.map((key) => (PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
	return parts.join('').replace(/^\./, '');
}
