import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { HttpAnswer } from '../http/attempt';
import { createErrorBranchItem, isTool, looksLikeFailedItem } from '../n8n/internals';
import type { NodeOptions } from '../options';
import { describeForModel } from '../outcome/outcomes';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { Masked } from '../shared/mask';
import {
	type AnsweredStart,
	type EndedStart,
	RUN_ENDED_BEFORE_TURN,
	type StartWithFailure,
} from '../start/itemStart';

export interface ItemOptions {
	options: Pick<NodeOptions, 'fullResponse' | 'includeInput' | 'responseFormat'>;
	/** The `json` of the item that started the flow. */
	input: JsonObject;
	isCallback?: true;
	/** Whether a model reads the items: the node is a tool. */
	isForModel?: boolean;
	/** The full response to the start, for the full response of its callback. */
	startResponse?: JsonObject;
}

/**
 * Turns an answer into the `json` of items: one for each element of an array, but at least one, because a node without
 * output ends a loop. What is not an object goes under `data`.
 */
export function toItems(
	value: Masked<JsonValue>,
	answer: Masked<HttpAnswer>,
	{ options, input, isCallback, startResponse }: ItemOptions,
): JsonObject[] {
	// A callback gives one item, because n8n would pair further ones with input items that do not exist.
	const isSplit = Array.isArray(value) && value.length > 0 && !isCallback;
	return (isSplit ? value : [value]).map((body) => {
		const content = isJsonObject(body) ? body : { data: body };
		const json = options.fullResponse ? createFullResponse(body, answer, startResponse) : content;
		const item = options.includeInput ? { ...input, ...json } : json;
		// One more key keeps a successful answer off the error branch.
		return looksLikeFailedItem(item) ? { ...item, statusCode: answer.statusCode } : item;
	});
}

export function createFullResponse(
	body: JsonValue,
	{ statusCode, headers }: HttpAnswer,
	startResponse?: JsonObject,
): JsonObject {
	const response = { headers: headers as JsonObject, body };
	return startResponse ? { ...response, answer: startResponse } : { statusCode, ...response };
}

/** @param input The `json` of the input item. Items on the error branch get its fields. */
export function createFailedItem(
	node: INode,
	start: Exclude<EndedStart, AnsweredStart>,
	itemIndex: number,
	input: IDataObject = {},
): INodeExecutionData {
	const failure = start.kind === 'untried' ? RUN_ENDED_BEFORE_TURN : start.failure;
	const json = createFailedItemJson(node, { ...start, failure });
	if (node.onError !== 'continueErrorOutput') return { json, pairedItem: { item: itemIndex } };
	return createErrorBranchItem({ ...input, ...json }, itemIndex);
}

type FailedParts = Pick<StartWithFailure, 'failure' | 'shownSlug' | 'attempts'>;

/** The `json` of a failed start's item, which users rely on. */
export function createFailedItemJson(node: INode, start: FailedParts) {
	const { failure } = start;
	const error = isTool(node) ? describeForModel(failure) : failure.message;
	return { error, details: createDetails(start) };
}

/** What a person or a later node may want to know of a failed start. */
export function createDetails({ failure, shownSlug, attempts }: FailedParts): IDataObject {
	const { outcome, message, reason = message, statusCode, body } = failure;
	const details: IDataObject = { outcome, slug: shownSlug, attempts, reason };
	if (statusCode !== undefined) details.statusCode = statusCode;
	if (body !== undefined) details.body = body;
	return details;
}
