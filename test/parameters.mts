import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { JsonObject } from '../nodes/StartFlow/shared/json.ts';
import { formSchema } from '../tools/demo/formSchema.mts';

/** The parameter Flow, as n8n saves it. */
export function bySlug(slug: string): INodeParameters {
	return { __rl: true, mode: 'slug', value: slug };
}

export function fromList(slug: string): INodeParameters {
	return { __rl: true, mode: 'list', value: slug, cachedResultName: slug };
}

/** The form of a flow's example, filled by hand, as n8n saves it. @param value By JSON pointer. */
export function filledForm(
	example: JsonObject,
	flow: string,
	value: IDataObject,
	isTool = false,
): INodeParameters {
	const schema = formSchema(example, flow, isTool);
	return { mappingMode: 'defineBelow', value, schema } as unknown as INodeParameters;
}

/** The same form under Map Automatically. */
export function automaticForm(example: JsonObject, flow: string): INodeParameters {
	return { ...filledForm(example, flow, {}), mappingMode: 'autoMapInputData', value: null };
}
