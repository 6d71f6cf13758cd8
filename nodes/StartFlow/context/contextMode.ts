import type { INodeParameters } from 'n8n-workflow';

import type { FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';
import type { MissingField } from './missingField';

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
	/** @param filledPaths What the node fills itself: paths, written as names in Custom Fields. @throws UserError */
	read: (input: ContextInput, filledPaths: string[]) => ContextValues;
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
