import type { INodeParameters } from 'n8n-workflow';

import type { FlowCredential } from '../credential/flowCredential';
import type { JsonObject } from '../shared/json';
import type { MissingField } from './missingFields';
import type { ReadValues } from './valueReader.n8n';

/** A choice of the parameter Context: a way to make the context of an item. */
export interface ContextMode {
	/** The context is not checked yet. @throws UserError */
	readContext: (source: ContextSource) => { context: unknown; missingFields?: MissingField[] };
	/**
	 * Reads what makes the context, before it is converted and checked. An error calls a refused item by the first text or number
	 * in it.
	 */
	readMapped?: (itemIndex: number, item: JsonObject) => unknown;
	/** Only the form that somebody has filled in has a state. */
	getFormState?: (slug: string, credential: FlowCredential) => FormState;
	/**
	 * The parameters that make the context, by which a later run recognizes a start. They do not contain what n8n's editor
	 * changes by itself.
	 */
	identifyingParameters: unknown[];
}

/** How the form in the node compares with the example of the flow. */
export interface FormState {
	fieldCount: number;
	mappedCount: number;
	/** The names of fields that only the example has. Empty if the credential has no example. */
	added: string[];
	/** The names of fields that only the form has. */
	gone: string[];
}

/** What a context may depend on, from item to item. */
export interface ContextSource {
	itemIndex: number;
	item: JsonObject;
	slug: string;
	credential: FlowCredential;
	/** Dotted paths in the context that the node fills itself. */
	pathsFilledByNode: string[];
}

/** @param parameters The node's parameters as written, which `readValues` evaluates for an item. */
export type CreateContextMode = (
	parameters: INodeParameters,
	readValues: ReadValues,
) => ContextMode;
