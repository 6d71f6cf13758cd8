import { agent } from './agent.mts';
import { answers } from './answers.mts';
import { connectionTest } from './connectionTest.mts';
import { contexts } from './contexts.mts';
import { credential } from './credential.mts';
import { endlessAnswers } from './endlessAnswers.mts';
import { errorBranch } from './errorBranch.mts';
import { examples } from './examples/examples.mts';
import type { Feature } from './feature.mts';
import { form } from './form.mts';
import { leakyService } from './leakyService.mts';
import { loads } from './loads.mts';
import { onlyThisNode } from './onlyThisNode.mts';
import { restart } from './restart.mts';
import { retry } from './retry.mts';
import { retryOnFail } from './retryOnFail.mts';
import { startAndWait } from './startAndWait.mts';
import { stop } from './stop.mts';
import { stories } from './stories.mts';
import { tokenNowhere } from './tokenNowhere.mts';
import { workflowTimeout } from './workflowTimeout.mts';

/** In the order in which they run; the last one looks at what all the others have left. */
export const FEATURES: readonly Feature[] = [
	loads,
	connectionTest,
	credential,
	onlyThisNode,
	form,
	contexts,
	answers,
	errorBranch,
	retryOnFail,
	retry,
	stories,
	stop,
	restart,
	startAndWait,
	workflowTimeout,
	examples,
	agent,
	endlessAnswers,
	leakyService,
	tokenNowhere,
];
