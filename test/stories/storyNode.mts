import { CONTEXTS, SLUGS } from './choices.mts';
import type { Setup } from './story.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';

/** The Trigger Flow node of a setup. The credential has the id and name that this n8n gave it. */
export function storyNode(setup: Setup, credential: { id: string; name: string }) {
	return {
		id: setup.node,
		parameters: {
			flow: bySlug(SLUGS[setup.slug].written),
			...CONTEXTS[setup.context].parameters,
			options: setup.options,
		},
		credentials: { startFlowApi: credential },
		onError: setup.onError,
		retryOnFail: setup.maxTries > 1,
		maxTries: setup.maxTries,
		// n8n reads 0 as its default, a second.
		waitBetweenTries: 1,
	};
}
