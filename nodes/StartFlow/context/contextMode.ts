import type { INodeParameters } from 'n8n-workflow';

import type { FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';

/** What a person wrote in a field. Text that begins with `=` is an expression. */
export interface FieldSource {
	source: unknown;
	/** Names the field in an error. */
	label: string;
}

/**
 * Adds to each field its value for an item. n8n evaluates all their expressions at once, so give it all fields that you can.
 * @throws UserError that says where an expression fails.
 */
export type ReadValues = <Field extends FieldSource>(
	fields: readonly Field[],
	itemIndex: number,
) => Array<Field & { value: unknown }>;

/** A choice of the parameter Context: a way to make the context of an item. */
export interface ContextMode {
	/** @throws UserError */
	read: (input: ContextInput) => ContextValues;
	/** The parameters by which a later run recognizes a start, without what n8n's editor changes by itself. */
	listIdentifyingParameters: () => unknown[];
}

/** @param parameters The node's parameters as written, which `readValues` evaluates for an item. */
export type CreateContextMode = (
	parameters: INodeParameters,
	readValues: ReadValues,
) => ContextMode;

/** The chosen flow, and the credential that may contain its example. */
export interface Flow {
	slug: string;
	credential: FlowCredential;
}

/** What a context may depend on, from item to item. */
export interface ContextInput extends Flow {
	itemIndex: number;
	item: JsonObject;
	/** The fields that the node fills itself, as JSON pointers. */
	filledIds: string[];
}

/** What was read to make the context of an item. */
export interface ContextValues {
	/** If the context cannot be built, the first text in it, or else the first number, names the item. */
	labelSource: unknown;
	missingFields?: MissingField[];
	/** Builds the context, which is not checked yet. @throws UserError */
	build: () => unknown;
}

/** A field that should give a value, but gave nothing: one that somebody filled in, or any one with Map Automatically. */
export interface MissingField {
	name: string;
	/** `undefined`: an expression found nothing. The last three occur only with Map Automatically. */
	reason: 'empty' | 'undefined' | 'noSuchName' | 'twoNames' | 'oneValueForTwo';
	/** How many further fields of the item gave nothing for the same reason, beside those that are named. */
	moreCount?: number;
}

/** A hint has no room for more. */
export const MAX_NAMED_FIELDS = 12;
