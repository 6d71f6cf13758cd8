import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { findFlow } from '../credential/flowCredential';
import { readSelectedCredential } from '../flow/searchFlows.n8n';
import { isTool } from '../n8n/internals';
import { NotSentError, toNotSentError, toSingleText } from '../shared/failure';
import { createMapperFields } from './formFields';

/** If there is no form, a notice says what to do. n8n would show an error as the failure of a service. */
export async function loadForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const slug = String(this.getNodeParameter('flow', '', { extractValue: true }));
		const credential = await readSelectedCredential(this);
		const example = findFlow(credential, slug)?.example;
		const { accessToken } = credential;
		const fields = createMapperFields(example ?? {}, slug, isTool(this.getNode()), accessToken);
		if (fields.length > 0) return { fields };
		throw new NotSentError(
			example === undefined
				? 'The credential contains no example for this flow'
				: 'The example of this flow has no fields',
			"Add a request from the flow's Start Event to the credential, or set Context to Custom Fields.",
		);
	} catch (error) {
		return { fields: [], emptyFieldsNotice: toSingleText(toNotSentError(error)) };
	}
}
