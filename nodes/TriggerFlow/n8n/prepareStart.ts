import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { contextFromFields } from '../rules/context/fromFields';
import { contextFromJson } from '../rules/context/fromJson';
import { readFlowCredential } from '../rules/credential/flowCredential';
import { NotSentError, notSent } from '../rules/errors/failure';
import { createStart } from '../rules/request/startRequest';
import type { PreparedStart } from '../rules/sending/startFlow';
import { CREDENTIAL } from './credentialName';

/** What one item's parameters ask for, with the slug as it was given, for the failed item. */
export type PreparedItem = PreparedStart & { slug: string };

/** Reads and checks everything an item needs. Nothing is sent here. */
export async function prepareStart(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<PreparedItem> {
	const slug = context.getNodeParameter('slug', itemIndex, '') as string;
	try {
		const credential = readFlowCredential(await context.getCredentials(CREDENTIAL, itemIndex));
		const start = createStart(slug, readContext(context, itemIndex));
		return { slug, start, credential };
	} catch (error) {
		// Rules, expressions and the credential's reading throw here, all before anything is sent.
		return { slug: String(slug ?? ''), failure: notSent(error) };
	}
}

function readContext(context: IExecuteFunctions, itemIndex: number): unknown {
	const mode = context.getNodeParameter('contextMode', itemIndex);
	switch (mode) {
		case 'fields': {
			const fields = context.getNodeParameter('contextFields', itemIndex, {});
			return contextFromFields((fields as Partial<AssignmentCollectionValue>).assignments ?? []);
		}
		case 'json':
			return contextFromJson(context.getNodeParameter('contextJson', itemIndex));
		case 'input':
			return context.getInputData()[itemIndex]?.json;
		case 'none':
			return {};
		default:
			throw new NotSentError(
				`"${String(mode)}" is not a way to build the context`,
				'Choose one of the options of the Context field.',
			);
	}
}
