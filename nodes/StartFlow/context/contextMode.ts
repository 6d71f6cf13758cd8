import type { INodeParameters } from 'n8n-workflow';

import type { FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';
import type { Masked } from '../shared/mask';

/** What a person wrote in a field. Text that begins with `=` is an expression. */
export interface FieldSource {
	source: unknown;
	/** Names the field in an error. */
	label: string;
}

/**
 * Reads the values of an item's fields. n8n evaluates all their expressions at once, so give it all fields that you can.
 * @throws UserError that says where an expression fails.
 */
export type ReadValues = (fields: readonly FieldSource[], itemIndex: number) => unknown[];

/** A choice of the parameter Context: a way to make the context of an item. */
export interface ContextMode {
	/** @param filledPaths Dotted paths in the context that the node fills itself. @throws UserError */
	read: (input: ContextInput, filledPaths: string[]) => ContextValues;
	/** Only the form that somebody has filled in has a state. */
	getFormState?: (
		flow: Pick<ContextInput, 'slug' | 'credential'>,
		filledPaths: string[],
	) => FormState;
	/** The parameters by which a later run recognizes a start, without what n8n's editor changes by itself. */
	listIdentifyingParameters: () => unknown[];
}

/** What was read to make the context of an item. */
export interface ContextValues {
	/** The first text or number in them names an item whose context cannot be built. */
	values: unknown;
	missingFields?: MissingField[];
	/** Builds the context, which is not checked yet. @throws UserError */
	build: () => unknown;
}

/** How the form in the node compares with the example of the flow. */
export interface FormState {
	/** Without the fields that the node fills itself. */
	fieldCount: number;
	mappedCount: number;
	/** The names of fields that only the example has. Empty if the credential has no example. */
	added: Masked[];
	/** The names of fields that only the form has. */
	gone: Masked[];
}

export function isOutOfDate({ added, gone }: FormState): boolean {
	return added.length + gone.length > 0;
}

/** What a context may depend on, from item to item. */
export interface ContextInput {
	itemIndex: number;
	item: JsonObject;
	slug: string;
	credential: FlowCredential;
}

/** @param parameters The node's parameters as written, which `readValues` evaluates for an item. */
export type CreateContextMode = (
	parameters: INodeParameters,
	readValues: ReadValues,
) => ContextMode;

/** A field that should give a value, but gave nothing: one that somebody filled in, or any one with Map Automatically. */
export interface MissingField {
	name: string;
	/** `undefined`: an expression found nothing. The last two occur only with Map Automatically. */
	reason: 'empty' | 'undefined' | 'noSuchName' | 'oneValueForTwo';
	/** How many further fields of the item gave nothing for the same reason, beside those that are named. */
	moreCount?: number;
}
