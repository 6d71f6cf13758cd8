import type { IExecuteFunctions } from 'n8n-workflow';

import type { JsonObject } from '../rules/context/json';
import type { FlowCredential } from '../rules/credential/flowCredential';
import { flowOf } from '../rules/credential/flows';
import { requestFor } from '../rules/credential/requestFor';
import { notSentError } from '../rules/errors/failure';
import { readRequests } from '../rules/pastedRequest/readRequests';
import { readSlug } from '../rules/request/slug';
import { refuseTokenOf } from '../rules/secrets/likelyTokens';
import { listedSlug } from './listFlows';
import { oncePer } from './oncePer';

/** The flow that an item starts. */
interface NamedFlow {
	slug: string;
	/** The example of its context, which the form is made from; missing where only a slug is known. */
	example?: JsonObject;
}

/** Reads which flow an item starts. Both throw a NotSentError. */
export interface FlowReader {
	/** What the node says, before the credential is read: not checked yet. */
	asked: (itemIndex: number) => unknown;
	/** The flow that this is for a credential. */
	flowFor: (credential: FlowCredential, asked: unknown) => NamedFlow;
}

/** A reader for the way in which the node names its flow. What is the same for all items is read once. */
export function flowReader(context: IExecuteFunctions): FlowReader {
	switch (context.getNodeParameter('flow', 0)) {
		case 'list':
			return listedFlow(context);
		case 'startEvent':
			return pastedFlow(context.getNodeParameter('startEventRequest', 0) as string);
		default:
			return {
				asked: (itemIndex) => context.getNodeParameter('slug', itemIndex),
				flowFor: (_, asked) => ({ slug: readSlug(asked) }),
			};
	}
}

/** One of the flows whose requests the credential holds. */
function listedFlow(context: IExecuteFunctions): FlowReader {
	const flowsFor = oncePer((credential: FlowCredential) =>
		oncePer((slug: string) => flowOf(credential, slug)),
	);
	// Nothing chosen is the credential's only flow; an expression that gives nothing is a mistake.
	const isChosen = listedSlug(context.getNode().parameters.listedFlow) !== '';
	return {
		asked: (itemIndex) => listedSlug(context.getNodeParameter('listedFlow', itemIndex, '')),
		flowFor: (credential, asked) => {
			const { slug, context: example } = flowsFor(credential)(isChosen ? readSlug(asked) : '');
			return { slug: readSlug(slug), example };
		},
	};
}

/** The pasted request, of several the one for the credential's address. */
function pastedFlow(text: string): FlowReader {
	const pasted = oncePer(() => {
		try {
			return readRequests(text);
		} catch (mistake) {
			throw notSentError(mistake, { cause: 'configuration-invalid' });
		}
	});
	// Once for each token: a page that was pasted along may be long. Also in what was read: the quotes of a
	// shell may take it apart.
	const refuseToken = oncePer((accessToken: string) =>
		refuseTokenOf(accessToken, `${text}\n${JSON.stringify(pasted())}`),
	);
	return {
		asked: () => pasted()[0]?.slug,
		flowFor: (credential) => {
			refuseToken(credential.accessToken);
			const { slug, context: example } = requestFor(credential, pasted());
			return { slug: readSlug(slug), example };
		},
	};
}
