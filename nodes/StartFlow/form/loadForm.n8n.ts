import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { loadSelectedCredential } from '../credential/flow.n8n';
import { isTool } from '../n8n/internals';
import { explainError } from '../n8n/run';
import { createSchema, type SchemaField } from './formFields';
import { parseSavedForm, requireFields } from './savedForm';

const NO_FIELDS =
	"The flow's example has no fields. The flow starts with an empty context. To send data, set Context to Custom Fields.";

/** If there is no form, a notice says what to do. n8n would show an error as the failure of a service. */
export async function loadForm(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	try {
		const slug = String(this.getNodeParameter('flow', '', { extractValue: true }));
		// Under Map Automatically, n8n asks after each run. Other fields would change this node, so before a later node that somebody
		// runs by hand, n8n would run this one again.
		const { isAutomatic, schema } = parseSavedForm(this.getNode().parameters.contextMapping);
		if (isAutomatic && schema[0]?.contextFlow === slug) return { fields: schema as SchemaField[] };
		const credential = await loadSelectedCredential(this);
		const fields = createSchema({ slug, credential }, isTool(this.getNode()));
		requireFields(fields, credential.examples.has(slug));
		return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: NO_FIELDS };
	} catch (error) {
		return { fields: [], emptyFieldsNotice: explainError(this, error) };
	}
}
