import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type ResourceMapperField,
	type ResourceMapperFields,
} from 'n8n-workflow';

import type { JsonObject } from '../rules/context/json';
import { flowOf } from '../rules/credential/flows';
import { requestFor } from '../rules/credential/requestFor';
import { asOneText, notSentError } from '../rules/errors/failure';
import { formFields, shownAs, startValue } from '../rules/form/formFields';
import type { FilledForm } from '../rules/form/readForm';
import { readRequests } from '../rules/pastedRequest/readRequests';
import { listedSlug, selectedCredential } from './listFlows';

/**
 * The fields of the form for the listed flow or the pasted request. Where there are none, the notice in
 * their place says why: to n8n an error here would be one of the service.
 */
export async function contextForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const fields = formFields(await exampleOf(this)).map(
			(field): ResourceMapperField => ({
				id: field.id,
				displayName: field.name,
				type: shownAs(field) as ResourceMapperField['type'],
				defaultValue: startValue(field) as ResourceMapperField['defaultValue'],
				required: false,
				defaultMatch: false,
				display: true,
			}),
		);
		// n8n shows a notice beside the fields as well, where they are mapped automatically.
		return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: EMPTY_EXAMPLE };
	} catch (error) {
		const mistake = notSentError(error);
		const { message, description } = mistake;
		// n8n keeps a form that it could not fetch anew, and all that is mapped in it.
		if (isMapped(this)) throw new NodeOperationError(this.getNode(), message, { description });
		const text = asOneText(mistake);
		const emptyFieldsNotice = text.includes(CHOOSE) ? text : `${text} ${next(this)}`;
		return { fields: [], emptyFieldsNotice };
	}
}

async function exampleOf(context: ILoadOptionsFunctions): Promise<JsonObject> {
	if (isListed(context)) {
		const slug = listedSlug(context.getNodeParameter('listedFlow', ''));
		return flowOf(await selectedCredential(context), String(slug)).context;
	}
	const pasted = context.getNodeParameter('startEventRequest', '') as string;
	const requests = readRequests(pasted, true);
	try {
		return requestFor(await selectedCredential(context), requests).context;
	} catch {
		// The run says what is wrong with the credential: the form is there already.
		return requests[0]?.context ?? {};
	}
}

const EMPTY_EXAMPLE =
	'The request of this flow has an empty context, so there is nothing to fill in. To send fields all the same, set Context to Fields.';

/** Whether the form has fields already: the editor gives `null` for what it cannot evaluate. */
function isMapped(context: ILoadOptionsFunctions): boolean {
	const form = context.getCurrentNodeParameters()?.contextMapping as FilledForm | null | undefined;
	return form === null || (form?.schema ?? []).length > 0;
}

/** n8n asks for the form again when another flow is chosen, or the node is opened. */
function next(context: ILoadOptionsFunctions): string {
	return isListed(context)
		? `Then choose the flow ${CHOOSE}.`
		: 'Then close this node and open it again.';
}

const CHOOSE = 'in Flow to Start';

function isListed(context: ILoadOptionsFunctions): boolean {
	return context.getNodeParameter('flow', 'list') === 'list';
}
