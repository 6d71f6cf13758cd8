import type { INode } from 'n8n-workflow';

import { isJsonObject, type JsonObject } from '../rules/context/json';
import { shownFields } from '../rules/startEvent/contextFromForm';
import type { FilledForm } from '../rules/startEvent/readForm';

/**
 * What the contexts of all items are made of beside the items: parameters as the person has written
 * them, expressions not evaluated. It tells a start that is tried again from a new one, so what n8n's
 * editor changes by itself is not in it.
 *
 * @param mode The value of the parameter Context.
 * @param example The example context of the pasted request.
 */
export function writtenContext(
	{ parameters }: INode,
	mode: unknown,
	example: JsonObject | undefined,
): unknown[] {
	switch (mode) {
		case 'fields':
			return [mode, writtenFields(parameters.contextFields)];
		case 'json':
			return [mode, parameters.contextJson];
		case 'startEvent':
			return [mode, writtenForm(parameters.contextMapping), example];
		default:
			return [mode];
	}
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
	return [mappingMode, value, [...shownFields(schema ?? [])]];
}
