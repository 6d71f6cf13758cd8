import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { findFlow } from '../credential/flows';
import { selectedCredential } from '../flow/listFlows';
import { asOneText, NotSentError, notSentError } from '../shared/failure';
import { isTool } from '../tool/agentCall';
import { mapperFields } from './formFields';

/**
 * The form for the example of the chosen flow. Where there is no example, text in its place says what
 * to do: n8n would show an error here as a failure of a service.
 */
export async function contextForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const slug = this.getNodeParameter('flow', '', { extractValue: true });
		const credential = await selectedCredential(this);
		const flow = findFlow(credential, String(slug));
		if (flow === undefined) {
			throw new NotSentError(
				'The credential contains no example for this flow',
				`Add the request from the flow's Start Event to the credential, ${OR_CUSTOM}`,
			);
		}
		const { example } = flow;
		const fields = mapperFields(example, flow.slug, isTool(this.getNode()), credential.accessToken);
		if (fields.length > 0) return { fields: fields as ResourceMapperField[] };
		throw new NotSentError(
			'The example of this flow has no fields',
			'To send fields anyway, set Context to Custom Fields.',
		);
	} catch (error) {
		return { fields: [], emptyFieldsNotice: asOneText(notSentError(error)) };
	}
}

const OR_CUSTOM = 'or set Context to Custom Fields.';
