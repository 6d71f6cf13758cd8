/** Stories that nobody has thought of: nothing is started twice, and nothing silently not. */
import fc from 'fast-check';

import { play } from '../stories/play.mts';
import { stories } from '../stories/generate.mts';
import { StoryStage } from './storyStage.mts';

/** The same stories on every machine; STORIES_SEED chooses others, STORIES_RUNS how many. */
const SEED = Number(process.env.STORIES_SEED ?? 12);
const RUNS = Number(process.env.STORIES_RUNS ?? 400);

test('whatever a person does with an execution, each start is made once', async () => {
	await fc.assert(
		fc.asyncProperty(stories(), async (story) => {
			const { stage, service } = await StoryStage.open();
			try {
				const { complaints } = await play(story, stage);
				expect(complaints).toEqual([]);
			} finally {
				await service.close();
			}
		}),
		{ seed: SEED, numRuns: RUNS },
	);
}, 300_000);
