import type { ResourceMapperField } from 'n8n-workflow';

import type { Flow } from '../context/contextMode';
import type { FieldType } from '../context/convertField';
import { formatPath, formatPointer } from '../context/path';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import { maskText } from '../shared/mask';
import { cutMiddle, shorten } from '../shared/text';

/** The type of the example's value. `strings` is a list that contains only strings. */
type ContextType = FieldType | 'null';

/** A field as n8n's editor shows it. n8n saves it in the form's schema, beside the values. */
export interface SchemaField extends ResourceMapperField {
	/** The place in the context, as a JSON pointer. */
	id: string;
	/** `options` for booleans, because a switch cannot be left empty. Everything else is text. */
	type: 'string' | 'options';
	contextType: ContextType;
	/** The slug of the flow that the example belongs to. */
	contextFlow: string;
}

/** A place in the context for which the form has a field. */
export interface FormField {
	/** The path as a JSON pointer. */
	id: string;
	path: string[];
	/** The whole path, for messages. */
	name: string;
	type: ContextType | undefined;
}

interface ExampleField extends FormField {
	type: ContextType;
	example: JsonValue;
}

/** Lists the values of an example, in its order. A list is one value, and so is an empty object. */
export function listExampleFields(example: JsonObject, parentPath: string[] = []): ExampleField[] {
	return Object.entries(example).flatMap(([key, value]) => {
		const path = [...parentPath, key];
		if (isJsonObject(value) && Object.keys(value).length > 0) return listExampleFields(value, path);
		return { ...createFormField(path), type: getContextType(value), example: value };
	});
}

export function createFormField(path: string[], type?: ContextType): FormField {
	return { id: formatPointer(path), path, name: shorten(formatPath(path), 200), type };
}

/**
 * Creates the fields of the form from the flow's example.
 * @param isTool In the tool variant, drop-downs have no AI button, and n8n derives a key for the model from each name.
 */
export function createSchema({ slug, credential }: Flow, isTool: boolean): SchemaField[] {
	const usedKeys = new Set<string>();
	const mask = (text: string) => maskText(text, credential.accessToken);
	const fields = listExampleFields(credential.examples.get(slug) ?? {});
	const sharedCount = countSharedKeys(fields);
	return fields.map(({ id, path, type, example }) => {
		const isList = type === 'boolean' && !isTool;
		const name = mask(formatPath(path.slice(sharedCount)));
		const displayName = isTool
			? makeNameUnique(name, usedKeys)
			: addExample(cutMiddle(name, MAX_NAME_CHARACTERS), mask(formatExample(example)));
		return {
			id,
			displayName,
			type: isList ? 'options' : 'string',
			options: isList ? CHOICES : undefined,
			contextType: type,
			contextFlow: slug,
			required: false,
			defaultMatch: false,
			display: true,
			// n8n adds this itself when it asks again, and would then take the node for a changed one.
			removed: false,
		};
	});
}

/** n8n shows Not sent until somebody chooses. */
const CHOICES = [true, false, ''].map((value) => ({
	name: value === '' ? 'Not sent' : String(value),
	value,
}));

/** Counts the keys with which the paths of all fields begin, without their last keys. Names in the form leave them out. */
export function countSharedKeys(fields: readonly FormField[]): number {
	const isOwn = (key: string, index: number) =>
		fields.some(({ path }) => index === path.length - 1 || path[index] !== key);
	return fields[0]?.path.findIndex(isOwn) ?? 0;
}

function getContextType(value: JsonValue): ContextType {
	if (value === null) return 'null';
	if (!Array.isArray(value)) return typeof value as ContextType;
	const hasOnlyStrings = value.length > 0 && value.every((element) => typeof element === 'string');
	return hasOnlyStrings ? 'strings' : 'array';
}

/** n8n's editor cuts off a longer name. A cut one gets three characters less, because an ellipsis is wide. */
const MAX_NAME_CHARACTERS = 27;

/** Of a cut example, with its ellipsis. Less of it says nothing. */
const MIN_EXAMPLE_CHARACTERS = 7;

/** Returns empty text for null, which says nothing. */
function formatExample(value: JsonValue): string {
	if (value === null) return '';
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Adds the example to a name. It is cut so that the name fits, as in `email (e.g. ada@exampl…)`. */
function addExample(name: string, example: string): string {
	const room = MAX_NAME_CHARACTERS - `${name} (e.g. )`.length;
	const text = shorten(example, MAX_NAME_CHARACTERS);
	const isCut = text.length > room;
	if (text === '' || (isCut && room - 3 < MIN_EXAMPLE_CHARACTERS)) return name;
	return `${name} (e.g. ${isCut ? shorten(text, room - 3) : text})`;
}

/** n8n replaces all characters but letters, digits and `-` by `_`, and cuts the key after 63 characters. */
function makeNameUnique(name: string, usedKeys: Set<string>): string {
	for (let count = 1; ; count++) {
		const uniqueName = count === 1 ? name : `${count} ${name}`;
		const key = uniqueName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
		if (usedKeys.has(key)) continue;
		usedKeys.add(key);
		return uniqueName;
	}
}
