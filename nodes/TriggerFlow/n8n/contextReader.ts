import type { IExecuteFunctions } from 'n8n-workflow';

import { fingerprintAfter } from '../rules/context/fingerprint';
import { contextFromFields } from '../rules/context/fromFields';
import { contextFromJson } from '../rules/context/fromJson';
import type { JsonObject } from '../rules/context/json';
import { dottedPath } from '../rules/context/withValueAt';
import { NotSentError } from '../rules/errors/failure';
import { idOf } from '../rules/form/formFields';
import { readForm, type FilledForm } from '../rules/form/readForm';
import { emptiedTexts, refuseExampleAsCode, untouchedFields } from '../rules/form/untouched';
import type { NodeOptions } from '../rules/options/nodeOptions';
import type { ReadyStart } from '../rules/starts/itemStart';
import { formReader, rowsReader, writtenRows } from './joinedReader';
import { oncePer } from './oncePer';
import { writtenContext } from './writtenContext';

/** What an item's context is read from, beside the parameters. */
interface Given {
	itemIndex: number;
	item: JsonObject;
	example: JsonObject | undefined;
	leaveOutEmpty: boolean;
}

/** The context, not checked yet, and what a person should know of how it came about. */
type Read = { context: unknown } & Pick<ReadyStart, 'gaps' | 'untouched' | 'emptied'>;

/**
 * Gives the context of an item, and by what it is known again.
 *
 * @param example That of the flow; missing where only a slug is known.
 * @throws NotSentError
 */
export type ContextReader = (
	itemIndex: number,
	example: JsonObject | undefined,
	options: NodeOptions,
) => Read & Pick<ReadyStart, 'source'>;

/** A reader for the way in which the node builds contexts. */
export function contextReader(context: IExecuteFunctions): ContextReader {
	const node = context.getNode();
	// No expression, so the same for all items.
	const mode = context.getNodeParameter('contextMode', 0);
	const sourceOf = fingerprintAfter(writtenContext(node, mode));
	const read = readerOf(context, mode);
	return (itemIndex, example, { leaveOutEmpty }) => {
		const item = context.getInputData()[itemIndex]?.json as JsonObject;
		return { ...read({ itemIndex, item, example, leaveOutEmpty }), source: () => sourceOf(item) };
	};
}

function readerOf(context: IExecuteFunctions, mode: unknown): (given: Given) => Read {
	switch (mode) {
		case 'fields':
			return fromFields(context);
		case 'json':
			return ({ itemIndex }) => ({
				context: contextFromJson(context.getNodeParameter('contextJson', itemIndex)),
			});
		case 'input':
			return ({ item }) => ({ context: item });
		case 'startEvent':
			return fromForm(context);
		case 'none':
			return () => ({ context: {} });
		default:
			return () => {
				throw new NotSentError(
					`"${String(mode)}" is not a way to build the context`,
					'Choose one of the options of the Context field.',
				);
			};
	}
}

function fromFields(context: IExecuteFunctions): (given: Given) => Read {
	const rowsFor = rowsReader(context);
	const written = writtenRows(context);
	return ({ itemIndex, leaveOutEmpty }) => {
		const rows = rowsFor(itemIndex);
		const fields = rows.map((row, index) => ({ ...row, written: written?.[index]?.value }));
		return { context: contextFromFields(fields, leaveOutEmpty) };
	};
}

function fromForm(context: IExecuteFunctions): (given: Given) => Read {
	const formFor = formReader(context);
	const written = (context.getNode().parameters.contextMapping ?? {}) as FilledForm;
	const sameForAll = oncePer((example: JsonObject) => {
		refuseExampleAsCode(written, example);
		// In its place goes the URL to call back.
		const path = dottedPath(String(context.getNodeParameter('callbackField', 0, '')));
		const replaced = path && idOf(path);
		return {
			replaced,
			untouched: untouchedFields(written, example, replaced),
			emptied: emptiedTexts(written, example, replaced),
		};
	});
	return ({ itemIndex, item, example, leaveOutEmpty }) => {
		if (example === undefined) {
			throw new NotSentError(
				'The Start Event Form needs the request of a Start Event, but the flow is named by its slug',
				'Choose another option of the Context field, or set Flow to From Credential or to From Start Event Request.',
			);
		}
		// Before anything is evaluated: n8n does not name the field of an expression that fails.
		const { replaced, ...told } = sameForAll(example);
		const how = { leaveOutEmpty, written: written.value, replaced };
		return { ...readForm(formFor(itemIndex), example, item, how), ...told };
	};
}
