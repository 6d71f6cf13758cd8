import type { INode } from 'n8n-workflow';

import { isJsonObject, type JsonObject } from '../rules/context/json';
import type { SavedForm } from '../rules/form/readForm';

/**
 * What the contexts of all items are made of beside the items: parameters as the person has written
 * them. It tells a start that is tried again from a new one, so what n8n's editor changes by itself
 * is not in it.
 *
 * @param mode The value of the parameter Context.
 */
export function writtenContext({ parameters }: INode, mode: unknown): unknown[] {
	switch (mode) {
		case 'form':
			return [mode, writtenForm(parameters.contextMapping)];
		case 'fields':
			return [mode, writtenFields(parameters.contextFields)];
		default:
			return [mode, parameters.contextJson];
	}
}

/** Without the ids: a field that is removed and added again has another one. */
function writtenFields(fields: unknown): unknown {
	if (!isJsonObject(fields) || !Array.isArray(fields.assignments)) return fields;
	return fields.assignments.map((field) => ({ ...(field as JsonObject), id: null }));
}

/** Without all that a refresh of the form changes. */
function writtenForm(form: unknown): unknown {
	if (!isJsonObject(form)) return form;
	const { mappingMode, value, schema } = form as SavedForm;
	const shown = (schema ?? []).filter(({ removed }) => removed !== true);
	return [mappingMode, value, shown.map(({ id }) => id)];
}
