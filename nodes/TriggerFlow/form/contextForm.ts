import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { findFlow } from '../credential/flowCredential';
import { selectedCredential } from '../flow/flow';
import { asOneText, NotSentError, notSentError } from '../shared/failure';
import { isTool } from '../tool/tool';
import { mapperFields } from './formFields';

/**
 * The form for the example of the chosen flow. Where there is no example, text in its place says what
 * to do: n8n would show an error here as a failure of a service.
 */
export async function contextForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const slug = this.getNodeParameter('flow', '', { extractValue: true });
		const credential = await selectedCredential(this);
		const example = findFlow(credential, String(slug))?.example;
		const fields = mapperFields(
			example ?? {},
			String(slug),
			isTool(this.getNode()),
			credential.accessToken,
		);
		if (fields.length > 0) return { fields };
		throw new NotSentError(
			example === undefined
				? 'The credential contains no example for this flow'
				: 'The example of this flow has no fields',
			"Add a request from the flow's Start Event to the credential, or set Context to Custom Fields.",
		);
	} catch (error) {
		return { fields: [], emptyFieldsNotice: asOneText(notSentError(error)) };
	}
}
