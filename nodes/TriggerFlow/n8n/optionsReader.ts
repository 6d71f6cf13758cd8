import type { IExecuteFunctions } from 'n8n-workflow';

import { options as form } from '../parameters/options';
import type { NodeOptions } from '../rules/options/nodeOptions';
import { readOptions, type FormOption } from '../rules/options/readOptions';
import { readByItem } from './dependsOnItem';

/**
 * Gives the options for an item.
 *
 * @throws NotSentError for a value that the option does not take; n8n's own error for an expression
 * that fails.
 */
export type OptionsReader = (itemIndex: number) => NodeOptions;

export function optionsReader(context: IExecuteFunctions): OptionsReader {
	return readByItem(context.getNode().parameters.options ?? {}, (itemIndex) => {
		const given = context.getNodeParameter('options', itemIndex, {});
		return readOptions(form.options as FormOption[], given) as unknown as NodeOptions;
	});
}
