import type { IExecuteFunctions } from 'n8n-workflow';

import { DEFAULT_OPTIONS, type NodeOptions } from '../parameters/options';
import { dependsOnItem } from '../rules/expression/dependsOnItem';
import { checkNumbers } from '../rules/sending/checkNumbers';

/**
 * Gives the options for an item.
 *
 * @throws NotSentError for a number that is none; n8n's own error for an expression that fails.
 */
export type OptionsReader = (itemIndex: number) => NodeOptions;

/**
 * Reads the options once for all items where that is sound, else for each item anew: the first
 * item's Retry Unknown must not send another item's start twice.
 */
export function optionsReader(context: IExecuteFunctions): OptionsReader {
	const read: OptionsReader = (itemIndex) => {
		const given = context.getNodeParameter('options', itemIndex, {}) as Partial<NodeOptions>;
		const options = { ...DEFAULT_OPTIONS, ...given };
		checkNumbers(options);
		return options;
	};
	const { options: stored } = context.getNode().parameters;
	const fields = typeof stored === 'object' && stored !== null ? stored : { stored };
	if (dependsOnItem(fields as Record<string, unknown>)) return read;
	let options: NodeOptions | undefined;
	return () => (options ??= read(0));
}
