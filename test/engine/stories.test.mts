/** Stories that nobody has thought of: nothing is started twice, and nothing silently not. */
import fc from 'fast-check';

import { play } from '../stories/play.mts';
import { stories } from '../stories/generate.mts';
import { StoryStage } from './storyStage.mts';

/** The same stories on every machine; `STORIES=300 STORIES_SEED=7` plays so many others. */
const RUNS = Number(process.env.STORIES ?? 80);
const SEED = Number(process.env.STORIES_SEED ?? 12);

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
}, 600_000);
