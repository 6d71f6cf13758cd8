/** Random stories of runs and retries: no start is repeated, and none is lost silently. */
import fc from 'fast-check';

import { play } from '../stories/play.mts';
import { stories } from '../stories/generate.mts';
import { StoryStage } from './storyStage.mts';

/** `STORIES=300 SEED=7` plays 300 others. The gate plays more than `npm test`. */
const RUNS = Number(process.env.STORIES ?? (process.env.IS_GATE ? 80 : 40));

test('whatever a person does with an execution, each start is made once', async () => {
	await fc.assert(
		fc.asyncProperty(stories(), async (story) => {
			const { stage, service } = await StoryStage.open();
			try {
				expect(await play(story, stage)).toEqual([]);
			} finally {
				await service.close();
			}
		}),
		{ numRuns: RUNS },
	);
}, 600_000);
