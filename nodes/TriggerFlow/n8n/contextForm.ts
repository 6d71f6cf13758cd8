import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { notSentError } from '../rules/errors/failure';
import { formFields, startValue } from '../rules/startEvent/formFields';
import { exampleContext } from '../rules/startEvent/parseStartEvent';

/**
 * The fields of the form for the pasted request. Where there are none, the notice in their place
 * says why: to n8n an error here would be one of the service.
 */
export async function contextForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const example = exampleContext(this.getNodeParameter('startEventRequest', '') as string);
		const fields = formFields(example).map(
			(field): ResourceMapperField => ({
				id: field.id,
				displayName: field.name,
				type: field.type,
				defaultValue: startValue(field) as ResourceMapperField['defaultValue'],
				required: false,
				defaultMatch: false,
				display: true,
			}),
		);
		return { fields, emptyFieldsNotice: EMPTY_EXAMPLE };
	} catch (error) {
		const { message, description } = notSentError(error);
		return { fields: [], emptyFieldsNotice: `${message}. ${description} ${REOPEN}` };
	}
}

const EMPTY_EXAMPLE =
	'The pasted request has an empty context, so there is nothing to fill in. Run the node as it is, or set Context to Fields.';

const REOPEN = 'Then close this node and open it again.';
