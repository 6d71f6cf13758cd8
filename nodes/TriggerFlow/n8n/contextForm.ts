import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { notSentError } from '../rules/errors/failure';
import { formFields, startValue } from '../rules/startEvent/formFields';
import { parseStartEvent } from '../rules/startEvent/parseStartEvent';

export async function contextForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const pasted = this.getNodeParameter('startEventRequest', '') as string;
	try {
		const { context } = parseStartEvent(pasted);
		return {
			fields: formFields(context).map((field) => ({
				id: field.id,
				displayName: field.name,
				type: field.type,
				defaultValue: startValue(field),
				required: false,
				defaultMatch: false,
				display: true,
			})),
		};
	} catch (error) {
		return { fields: [], emptyFieldsNotice: notSentError(error).message };
	}
}
