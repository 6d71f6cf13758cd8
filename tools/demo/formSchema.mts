import { createMapperFields } from '../../nodes/StartFlow/form/formFields.ts';

type Example = Parameters<typeof createMapperFields>[0]['example'];

/** Masked in the names of fields. None of the examples contains it. */
const TOKEN = 'in-no-example-3f8c';

/**
 * The form of a flow as n8n saves it beside what is mapped: the fields that the node gives to the
 * editor, none of them removed by a person.
 *
 * @param example The context in the flow's Start Event.
 */
export function formSchema(example: Example, flow: string, isTool = false): object[] {
	const fields = createMapperFields({ flowSlug: flow, example, isTool, accessToken: TOKEN });
	return fields.map((field) => ({ ...field, removed: false }));
}
