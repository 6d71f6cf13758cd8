import type { INode } from 'n8n-workflow';

import { isJsonObject, type JsonObject } from '../rules/context/json';
import { shownFields } from '../rules/form/contextFromForm';
import type { FilledForm } from '../rules/form/readForm';

/**
 * What the contexts of all items are made of beside the items: parameters as the person has written
 * them, expressions not evaluated. It tells a start that is tried again from a new one, so what n8n's
 * editor changes by itself is not in it.
 *
 * @param mode The value of the parameter Context.
 */
export function writtenContext({ parameters }: INode, mode: unknown): unknown[] {
	switch (mode) {
		case 'fields':
			return [mode, writtenFields(parameters.contextFields)];
		case 'startEvent':
			return [mode, writtenForm(parameters.contextMapping)];
		default:
			return [mode, ownParameters(parameters)];
	}
}

/** Those of every other way: each begins with the word, as `contextJson` does. */
function ownParameters(parameters: INode['parameters']): unknown {
	return Object.entries(parameters).filter(([name]) => /^context(?!Fields|Mapping)/.test(name));
}

/** Without the ids, which a field that is made anew has anew. */
function writtenFields(fields: unknown): unknown {
	if (!isJsonObject(fields) || !Array.isArray(fields.assignments)) return fields;
	return fields.assignments.map((field) => ({ ...(field as JsonObject), id: null }));
}

/** Without all that a refresh of the form writes anew. */
function writtenForm(form: unknown): unknown {
	if (!isJsonObject(form)) return form;
	const { mappingMode, value, schema } = form as FilledForm;
	return [mappingMode, value, [...shownFields(schema ?? []).keys()]];
}
