import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { DEFAULT_OPTIONS, type NodeOptions } from '../parameters/options';
import { previewRequest } from '../rules/request/preview';
import { startAll } from '../rules/sending/startAll';
import { httpSend } from './httpSend';
import { nodeError } from './nodeError';
import { answerItems, failureItem } from './outputItems';
import { prepareStarts, type PreparedItem } from './prepareStart';

/**
 * The way of the items through the node: every item's start is prepared and checked before the
 * first one is sent; then they are sent; then answers and failures become items, in input order.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = await prepareStarts(context);
	if (!context.continueOnFail()) stopAtMistake(context, items);
	const isPreview = context.getNodeParameter('operation', 0) === 'preview';
	return [isPreview ? preview(items) : await start(context, items)];
}

function stopAtMistake(context: IExecuteFunctions, items: PreparedItem[]): void {
	for (const [itemIndex, item] of items.entries()) {
		if ('failure' in item) throw nodeError(context, item.failure, itemIndex);
	}
}

function preview(items: PreparedItem[]): INodeExecutionData[] {
	return items.map((item, itemIndex) =>
		'failure' in item
			? failureItem(item.failure, item.slug, 0, itemIndex)
			: { json: previewRequest(item.start, item.credential), pairedItem: { item: itemIndex } },
	);
}

async function start(
	context: IExecuteFunctions,
	items: PreparedItem[],
): Promise<INodeExecutionData[]> {
	const continues = context.continueOnFail();
	const options = context.getNodeParameter('options', 0, {}) as Partial<NodeOptions>;
	const { timeout } = { ...DEFAULT_OPTIONS, ...options };

	const results = await startAll(items, {
		send: httpSend(context, timeout),
		stopOnFailure: !continues,
	});

	const output: INodeExecutionData[] = [];
	for (const [itemIndex, result] of results.entries()) {
		const item = items[itemIndex] as PreparedItem;
		if ('answer' in result) {
			output.push(...(await answerItems(context, result.answer, item, itemIndex)));
		} else if (continues) {
			output.push(failureItem(result.failure, item.slug, result.attempts, itemIndex));
		} else {
			throw nodeError(context, result.failure, itemIndex);
		}
	}
	return output;
}
