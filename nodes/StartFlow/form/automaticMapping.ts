import type { MissingField } from '../context/missingFields';
import { formatPointer } from '../context/path';
import { UserError } from '../shared/userError';
import { isJsonObject, type JsonObject } from '../shared/json';
import { countEach, listFirst } from '../shared/text';
import type { FormField } from './formFields';
import { isEmpty } from './savedForm';

interface InputValue {
	/** The JSON pointer within the item, which is unique. */
	absolutePointer: string;
	/** The JSON pointer within the item, or within its body if the value is there. Fields are compared with it. */
	relativePointer: string;
	/** The relative path without case, spaces, `_` and `-`. */
	looseName: string;
	value: unknown;
}

/** The keys of a Webhook's output. None of these objects is a field. */
const WEBHOOK_KEYS = ['headers', 'params', 'query', 'body'];

/** The values by field id, and the fields that get nothing. */
interface AutomaticMapping {
	values: Record<string, unknown>;
	missingFields: MissingField[];
}

/**
 * Creates a function that maps an input item to the form's fields (Map Automatically). A field takes the value at the longest tail of its path that
 * the item has: `session.consents.terms`, then `consents.terms`, then `terms`. Case, spaces, `_` and `-` do not matter.
 * An object in `body`, as after a Webhook, is searched, too. If a value fits several fields, only one whose whole
 * path fits gets it.
 * The function throws a UserError if the item has nothing for any field.
 */
export function createAutomaticMapper(fields: FormField[]): (item: JsonObject) => AutomaticMapping {
	const wantedFields = fields.map(({ id, name, path }) => ({ id, name, tails: listTails(path) }));
	const wantedKeys = new Set(fields.flatMap(({ path }) => splitLoosely(path)));
	const maxDepth = Math.max(...fields.map(({ path }) => path.length));
	return (item) => mapItem(wantedFields, indexByName(item, wantedKeys, maxDepth));
}

/** A field, and the names by which it is found in an item, the longest first. */
interface WantedField {
	id: string;
	name: string;
	tails: Tail[];
}

interface Tail {
	pointer: string;
	looseName: string;
}

function listTails(path: string[]): Tail[] {
	return path.map((_, from) => {
		const tail = path.slice(from);
		return { pointer: formatPointer(tail), looseName: toLooseName(tail) };
	});
}

function mapItem(fields: WantedField[], inputValues: Map<string, InputValue>): AutomaticMapping {
	const matches = fields.map((field) => ({ ...field, match: findMatch(field, inputValues) }));
	const countByPointer = countEach(matches.flatMap(({ match }) => match?.absolutePointer ?? []));
	const values: Record<string, unknown> = {};
	const missingFields: MissingField[] = [];
	for (const { id, name, match } of matches) {
		if (match === undefined) {
			missingFields.push({ name, reason: 'noSuchName' });
		} else if (!match.isWhole && countByPointer.get(match.absolutePointer) !== 1) {
			missingFields.push({ name, reason: 'oneValueForTwo' });
		} else {
			values[id] = match.value;
			if (isEmpty(match.value)) missingFields.push({ name, reason: 'empty' });
		}
	}
	if (fields.length > 0 && Object.keys(values).length === 0)
		throw createNoMatchError(missingFields);
	return { values, missingFields };
}

function createNoMatchError(missingFields: MissingField[]): UserError {
	const missingNames = missingFields.map(({ name }) => name);
	const isAmbiguous = missingFields.some(({ reason }) => reason === 'oneValueForTwo');
	const problem = isAmbiguous
		? 'Every matching input field matches two fields of the flow'
		: 'The item and its body have no field with the name of a field of the flow';
	return new UserError(
		`${problem}. To map the fields yourself, choose Map Each Column Manually`,
		`The flow has the fields ${listFirst(missingNames, 5)}.`,
	);
}

function findMatch({ tails }: WantedField, inputValues: Map<string, InputValue>) {
	for (const [from, { pointer, looseName }] of tails.entries()) {
		const found = inputValues.get(pointer) ?? inputValues.get(looseName);
		if (found !== undefined) return { ...found, isWhole: from === 0 };
	}
	return undefined;
}

/** A pointer takes precedence over a loose name (see `findMatch`). Of equal ones, the item's is used: a later entry replaces an earlier one. */
function indexByName(
	item: JsonObject,
	wantedKeys: ReadonlySet<string>,
	maxDepth: number,
): Map<string, InputValue> {
	/** An item may be large and deeply nested, so only paths that a field can have are listed. */
	function listValues(object: JsonObject, root = '', parentPath: string[] = []): InputValue[] {
		return Object.entries(object).flatMap(([key, value]) => {
			const path = [...parentPath, key];
			const isWanted = splitLoosely([key]).every((one) => wantedKeys.has(one));
			if (!isWanted || path.length > maxDepth || value === undefined) return [];
			const relativePointer = formatPointer(path);
			const absolutePointer = root + relativePointer;
			const own = { absolutePointer, relativePointer, looseName: toLooseName(path), value };
			return isJsonObject(value) ? [own, ...listValues(value, root, path)] : [own];
		});
	}
	const isWebhook = WEBHOOK_KEYS.every((key) => isJsonObject(item[key]));
	const ignored = isWebhook ? WEBHOOK_KEYS.map((key) => formatPointer([key])) : [];
	const inItem = listValues(item).filter(
		({ absolutePointer }) => !ignored.includes(absolutePointer),
	);
	const inBody = isJsonObject(item.body) ? listValues(item.body, '/body') : [];
	const unambiguous = [...onlyUnambiguous(inBody), ...onlyUnambiguous(inItem)];
	return new Map([
		...unambiguous.map((found) => [found.looseName, found] as const),
		...[...inBody, ...inItem].map((found) => [found.relativePointer, found] as const),
	]);
}

/** Leaves out values whose loose names are the same, because nobody knows which of them is meant. */
function onlyUnambiguous(values: InputValue[]): InputValue[] {
	const counts = countEach(values.map(({ looseName }) => looseName));
	return values.filter(({ looseName }) => counts.get(looseName) === 1);
}

/** "First Name" and `first_name` have the same loose name. It begins with a zero byte, so it is never a pointer. */
function toLooseName(path: string[]): string {
	return `\0${splitLoosely(path).join('\0')}`;
}

/** A dot nests, because the fields of HTML forms are often named like `interests.music`. */
function splitLoosely(path: string[]): string[] {
	// An é may be one character or two, as in file names and tables from a Mac.
	const plain = path.join('.').normalize('NFC').toLowerCase();
	return plain.replace(/[\s_-]/g, '').split('.');
}
