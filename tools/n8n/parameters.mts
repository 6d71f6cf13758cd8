/** Parameters of the node, as n8n saves them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FlowCredential } from '../../nodes/StartFlow/credential/flowCredential.ts';
import { createSchema } from '../../nodes/StartFlow/form/formFields.ts';
import type { JsonObject } from '../../nodes/StartFlow/shared/json.ts';

/** Its token is masked in the names of fields. None of the examples contains it. */
const CREDENTIAL = {
	environment: 'qa',
	baseUrl: 'https://flows.example.com/start',
	accessToken: 'in-no-example-3f8c',
} as const satisfies Partial<FlowCredential>;

export function bySlug(slug: string): INodeParameters {
	return { __rl: true, mode: 'slug', value: slug };
}

export function fromList(slug: string): INodeParameters {
	return { __rl: true, mode: 'list', value: slug, cachedResultName: slug };
}

/** The form of a flow's example, filled by hand. @param value By JSON pointer. */
export function filledForm(
	example: JsonObject,
	flow: string,
	value: IDataObject,
	isTool = false,
): INodeParameters {
	const credential = { ...CREDENTIAL, examples: new Map([[flow, example]]) };
	const schema = createSchema({ slug: flow, credential }, isTool);
	return { mappingMode: 'defineBelow', value, schema } as unknown as INodeParameters;
}

/** The same form under Map Automatically. */
export function automaticForm(example: JsonObject, flow: string): INodeParameters {
	return { ...filledForm(example, flow, {}), mappingMode: 'autoMapInputData', value: null };
}
