import { CONTEXTS, SLUGS } from './choices.mts';
import type { Setup } from './story.mts';
import { bySlug } from '../parameters.mts';

/** The Trigger Flow node that a setup describes, for any n8n; its credential as that one knows it. */
export function storyNode(setup: Setup, credential: { id: string; name: string }) {
	return {
		id: setup.node,
		parameters: {
			flow: bySlug(SLUGS[setup.slug].written),
			...CONTEXTS[setup.context].parameters,
			options: setup.options,
		},
		credentials: { triggerFlowApi: credential },
		onError: setup.onError,
		retryOnFail: setup.maxTries > 1,
		maxTries: setup.maxTries,
		// n8n takes 0 for its default, a second.
		waitBetweenTries: 1,
	};
}
