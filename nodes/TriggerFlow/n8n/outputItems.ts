import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { HttpAnswer } from '../rules/answer/httpAnswer';
import { notKept, readAnswer, type ReadAnswer } from '../rules/answer/readAnswer';
import { toItems, type AnswerItem } from '../rules/answer/toItems';
import type { JsonObject } from '../rules/context/json';
import type { Failure } from '../rules/errors/failure';
import { maskJson } from '../rules/errors/mask';
import type { ReadyItem } from './prepareStart';
import { isTool, toldToModel } from './tool';

/** A flow's answer as items, each paired with the input item that started the flow. */
export async function answerItems(
	context: IExecuteFunctions,
	answer: HttpAnswer,
	{ credential: { accessToken }, options }: ReadyItem,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const read = readAnswer(answer, accessToken, options.responseFormat);
	const headers = maskJson(answer.headers, accessToken);
	const input = context.getInputData()[itemIndex]?.json as JsonObject;
	const itemsOf = async (what: ReadAnswer) =>
		await Promise.all(
			toItems(what, { ...answer, headers }, options, input).map(
				async (item) => await withFile(context, item, itemIndex),
			),
		);
	try {
		return await itemsOf(read);
	} catch (error) {
		// n8n's storage is full, or takes no file of this size. The flow has started all the same.
		return await itemsOf(notKept(error));
	}
}

async function withFile(
	context: IExecuteFunctions,
	{ json, file }: AnswerItem,
	itemIndex: number,
): Promise<INodeExecutionData> {
	const item = { json: json as IDataObject, pairedItem: { item: itemIndex } };
	if (file === undefined) return item;
	const { bytes, fileName, mimeType } = file;
	const data = await context.helpers.prepareBinaryData(bytes, fileName, mimeType);
	return { ...item, binary: { data } };
}

/**
 * A failed item for a node that goes on after failures. `item.error` stays unset in what n8n keeps:
 * it would replace `details` by a bare message. By its keys alone the item goes to the error branch
 * of a newer n8n.
 */
export function failedItem(
	context: IExecuteFunctions,
	failure: Failure,
	slug: string,
	attempts: number,
	itemIndex: number,
): INodeExecutionData {
	const node = context.getNode();
	const { outcome, statusCode, body } = failure;
	const details: IDataObject = { outcome, slug, attempts };
	if (statusCode !== undefined) details.statusCode = statusCode;
	if (body !== undefined) details.body = body;
	const message = isTool(node) ? toldToModel(failure) : failure.message;
	const item = { json: { error: message, details }, pairedItem: { item: itemIndex } };
	const hasErrorBranch = node.onError === 'continueErrorOutput';
	return hasErrorBranch && hasInput(context) ? markForErrorBranch(item, message) : item;
}

/** Whether a node stands before this one: else n8n would not copy a marked item. */
function hasInput(context: IExecuteFunctions): boolean {
	try {
		return Boolean(context.getInputSourceData());
	} catch {
		return false;
	}
}

/**
 * Marks a failed item for the error branch of every n8n: some (seen: 1.60 to 2.20) know it by
 * `item.error`, and would put one with `error` and `details` on the success branch.
 *
 * The mark is not enumerable. n8n reads it, and then copies the item into the branch without it;
 * in the copy it would make n8n replace `details` and the input item's fields by a bare message.
 */
export function markForErrorBranch(item: INodeExecutionData, message: string): INodeExecutionData {
	const value = new Error(message);
	return Object.defineProperty(item, 'error', { value, enumerable: false, writable: true });
}
