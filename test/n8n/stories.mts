import assert from 'node:assert/strict';

import fc from 'fast-check';

import { TOKENS } from '../../stand-in/server.mts';
import { stories as storiesOf } from '../stories/generate.mts';
import { play } from '../stories/play.mts';
import type { Story } from '../stories/story.mts';
import type { Feature } from './feature.mts';
import { StoryStage, type StoryCredentials } from './storyStage.mts';
import type { TestBed } from './testBed.mts';

const COUNT = 24;

/** How many are played at the same time. */
const AT_ONCE = 4;

/** Whether the first run is red, so that there is something to retry. */
function goesOn({ first, items }: Story): boolean {
	return (
		first.onError === 'stopWorkflow' &&
		items.some(({ answers: [answer = '200'] }) => answer !== '200')
	);
}

/** The same on every run. What the stand-in cannot do is left out. */
const STORIES = fc.sample(
	storiesOf({
		answers: ['422', '500', '429', '200', '409', '503', '408'],
		slugs: ['one', 'two', 'one, by expression', 'by item', 'workflow name', 'none for the first'],
		credentials: ['qa', 'qa, another token', 'production'],
		modes: ['trigger'],
		hasCredentialEdits: false,
	}).filter(goesOn),
	{ seed: 12, numRuns: COUNT },
);

export const stories: Feature = {
	name: 'Whatever a person does with an execution, each start is made once',
	async test(bed, scenario) {
		const credentials = await createCredentials(bed);
		const left = STORIES.entries();
		// The stand-in counts by it, and outlives one n8n: another version plays the same stories.
		const prefix = `story-${bed.lab.installed.version.replaceAll('.', '-')}`;
		const player = async () => {
			for (const [index, story] of left) {
				// Each fourth in a workflow that another one calls.
				const stage = new StoryStage(bed, `${prefix}-${index}`, credentials, index % 4 === 3);
				await scenario.step(`Story ${index}`, async () => {
					const { complaints } = await play(story, stage);
					assert.deepEqual(complaints, [], `${complaints.join('\n')}\n${JSON.stringify(story)}`);
				});
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, player));
	},
};

async function createCredentials(bed: TestBed): Promise<StoryCredentials> {
	const { urls } = bed.lab.standIn;
	const create = async (environment: 'qa' | 'production', accessToken: string) => ({
		...(await bed.createCredential(`Story ${environment}`, {
			...bed.lab.credentialFor(environment),
			accessToken,
		})),
		address: urls[environment],
	});
	return {
		qa: await create('qa', TOKENS.qa),
		// Written otherwise: the stand-in has one token for each environment.
		'qa, another token': await create('qa', `Bearer ${TOKENS.qa}`),
		production: await create('production', TOKENS.production),
	};
}
