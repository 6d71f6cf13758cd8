import type { IExecuteFunctions } from 'n8n-workflow';

import { options as form, type NodeOptions } from '../parameters/options';
import { dependsOnItem } from '../rules/expression/dependsOnItem';
import { readOptions, type FormOption } from '../rules/options/readOptions';

/**
 * Gives the options for an item.
 *
 * @throws NotSentError for a value that the option does not take; n8n's own error for an expression
 * that fails.
 */
export type OptionsReader = (itemIndex: number) => NodeOptions;

/**
 * Reads the options once for all items where that is sound, else for each item anew: the first
 * item's Retry Unknown must not send another item's start twice.
 */
export function optionsReader(context: IExecuteFunctions): OptionsReader {
	const read: OptionsReader = (itemIndex) => {
		const given = context.getNodeParameter('options', itemIndex, {});
		return readOptions(form.options as FormOption[], given) as unknown as NodeOptions;
	};
	const { options: stored } = context.getNode().parameters;
	const fields = typeof stored === 'object' && stored !== null ? stored : { stored };
	if (dependsOnItem(fields as Record<string, unknown>)) return read;
	let options: NodeOptions | undefined;
	return () => (options ??= read(0));
}
