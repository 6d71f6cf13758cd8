import { agent } from './agent.mts';
import { answers } from './answers.mts';
import { connectionTest } from './connectionTest.mts';
import { contexts } from './contexts.mts';
import { endlessAnswers } from './endlessAnswers.mts';
import { errorBranch } from './errorBranch.mts';
import { examples } from './examples/examples.mts';
import type { Feature } from './feature.mts';
import { form } from './form.mts';
import { hints } from './hints.mts';
import { itemLinking } from './itemLinking.mts';
import { leakyService } from './leakyService.mts';
import { listedFlow } from './listedFlow.mts';
import { loads } from './loads.mts';
import { loop } from './loop.mts';
import { mergedInputs } from './mergedInputs.mts';
import { onlyThisNode } from './onlyThisNode.mts';
import { restart } from './restart.mts';
import { retryFromList } from './retryFromList.mts';
import { retryOfOlder } from './retryOfOlder.mts';
import { retryOnFail } from './retryOnFail.mts';
import { savedBefore } from './savedBefore.mts';
import { startAndWait } from './startAndWait.mts';
import { stop } from './stop.mts';
import { stories } from './stories.mts';
import { subWorkflow } from './subWorkflow.mts';
import { tokenNowhere } from './tokenNowhere.mts';
import { workflowTimeout } from './workflowTimeout.mts';

/** In the order in which they run; the last one looks at what all the others have left. */
export const FEATURES: readonly Feature[] = [
	loads,
	connectionTest,
	onlyThisNode,
	form,
	listedFlow,
	savedBefore,
	contexts,
	answers,
	errorBranch,
	itemLinking,
	mergedInputs,
	subWorkflow,
	hints,
	retryOnFail,
	retryFromList,
	retryOfOlder,
	loop,
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
