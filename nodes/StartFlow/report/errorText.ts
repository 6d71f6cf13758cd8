import { adviseRefresh, type FormState, isOutOfDate } from '../form/formMode';
import { replaceAngleBrackets, shorten } from '../shared/text';
import {
	type EndedStart,
	hasFailure,
	hasRun,
	mayHaveRun,
	type StartWithFailure,
} from '../start/itemStart';
import {
	createUnsentHint,
	describeCounts,
	nameEnvironments,
	type Report,
	summarize,
	type UnsentRun,
} from './hints';

/** What n8n shows of an error. A person reads it in about ten seconds. */
export interface ErrorText {
	message: string;
	description: string;
}

const MAX_HEADLINE_CHARACTERS = 120;

/** A usual description is shorter. */
const MAX_DESCRIPTION_WORDS = 70;

/**
 * Creates what the error of a run says. The headline: how many flows started, also in a previous run, and what happened. The
 * description: what the service said, what to do next, and what a hint would say, because n8n saves no hint with an error.
 */
export function createErrorText(report: Report, start: StartWithFailure): ErrorText {
	const { starts, formState } = report;
	const steps = listNextSteps(report, start);
	const form = adviseOnForm(formState);
	// The message of an excluded start says itself what may have started.
	if (starts.length === 1 || start.kind === 'excluded') {
		const environment = nameEnvironments(starts);
		const facts = [...form, environment && `Environment: ${environment}.`];
		return joinErrorText('', start, steps, facts);
	}
	const facts = [...form, `${summarize(starts, describeCounts(report))}.`];
	return joinErrorText(describeStarted(starts), start, [...steps, SEE_PAGE], facts);
}

export function createUnsentErrorText(run: UnsentRun, start: StartWithFailure): ErrorText {
	const counts = run.starts.length > 1 ? `${createUnsentHint(run)}.` : '';
	const facts = [...adviseOnForm(run.formState), counts];
	return joinErrorText('', start, start.failure.advice ?? [], facts);
}

/**
 * @param startedText How many have started, as a sentence.
 * @param steps Whole sentences, in the order in which a person needs them. A long description first leaves out the page, what the
 * headline cuts, details of the advice and On Error, then the last steps.
 * @param facts Sentences that stay.
 */
function joinErrorText(
	startedText: string,
	{ failure: { message, explanation = [], advice = [] } }: StartWithFailure,
	steps: readonly string[],
	facts: readonly string[],
): ErrorText {
	const room = MAX_HEADLINE_CHARACTERS - startedText.length;
	// A headline cuts a long message.
	const whole = message.length > room ? [`${message}.`] : [];
	let shown = [...whole, ...explanation, ...steps];
	const describe = () => [...shown, ...facts].filter(Boolean).join(' ');
	const isTooLong = () => describe().split(' ').length > MAX_DESCRIPTION_WORDS;
	for (const sentence of [SEE_PAGE, ...whole, ...advice.slice(1).reverse(), SET_ON_ERROR]) {
		if (isTooLong()) shown = shown.filter((kept) => kept !== sentence);
	}
	while (shown.length > 1 && isTooLong()) shown = shown.slice(0, -1);
	return {
		message: replaceAngleBrackets(startedText + shorten(message, room)),
		description: replaceAngleBrackets(describe()),
	};
}

/** What certainly started, or else what may have. */
function describeStarted(starts: readonly EndedStart[]): string {
	const startedCount = starts.filter(hasRun).length;
	const uncertainCount = starts.filter(mayHaveRun).length;
	return startedCount === 0 && uncertainCount > 0
		? `${uncertainCount} of ${starts.length} may have started. `
		: `${startedCount} of ${starts.length} started. `;
}

/** Lists what a person does, in the order of doing it, after a warning. */
function listNextSteps({ starts, memory }: Report, start: StartWithFailure): readonly string[] {
	const { executionId, isLaterRound } = memory;
	const { mayItemBeWrong, reason, statusCode } = start.failure;
	const retryExecution = `retry execution ${executionId}, if n8n saved it.`;
	const toSendAgain = `Only if the integration platform shows no run, turn on Retry Uncertain Starts, save, and ${retryExecution} Then remove the option.`;
	const isHeldBack = start.isFromPreviousRun && start.failure.outcome === 'unknown';
	const advice = isHeldBack ? [toSendAgain] : (start.failure.advice ?? []);
	// The failure of an excluded start says itself what to do.
	if (start.kind === 'excluded') return advice;
	const mayHaveStarted = isLaterRound || starts.some(mayHaveRun);
	// A failure of a previous run would also end the next Retry, before further rounds of a loop.
	const hasFurtherRounds = isLaterRound && !start.isFromPreviousRun;
	const isRestLeft = hasFurtherRounds || starts.some(canRetryStart);
	const warning = mayHaveStarted && (isLaterRound || starts.length > 1) ? [NO_EXECUTE_STEP] : [];
	const retryRest = `For the rest, keep Context unchanged and retry execution ${executionId} once, if n8n saved it.`;
	const retry = mayHaveStarted ? retryRest : `Then ${retryExecution}`;
	if (!mayItemBeWrong) return [...warning, ...advice, ...(isRestLeft ? [retry] : [])];
	const retryCorrected = `If the mapping is wrong, correct it and ${retryExecution}`;
	if (!mayHaveStarted) return [...advice, RUN_AGAIN, retryCorrected];
	const runAlone = mayHaveRun(start) ? RUN_ALONE_IF_NOT_STARTED : RUN_ALONE;
	if (!isRestLeft) return [...warning, ...advice, runAlone];
	// If the service has said what is wrong, there is no room for more.
	const hasServiceSaidWhy = statusCode !== undefined && reason !== undefined;
	return [...warning, ...(hasServiceSaidWhy ? [] : advice), SET_ON_ERROR, retryRest, runAlone];
}

/** Whether a Retry may start it. It has the same item, so it starts none that is wrong. */
function canRetryStart(start: EndedStart): boolean {
	return !mayHaveRun(start) && !(hasFailure(start) && start.failure.mayItemBeWrong);
}

const SEE_PAGE = 'See the page "Retries and duplicates".';
const NO_EXECUTE_STEP = 'Execute step would start all again.';
const SET_ON_ERROR = 'Set On Error to Continue (using error output).';
const RUN_AGAIN =
	'A Retry has the data of this run, so correct wrong items and run the workflow again.';
const RUN_ALONE = 'Then correct this item and run it alone.';
const RUN_ALONE_IF_NOT_STARTED = 'If its flow has not run, correct this item and run it alone.';

/** n8n saves no hint with an error, and a form that is out of date may be the reason. A Retry needs the old form. */
function adviseOnForm(formState: FormState | undefined): string[] {
	if (!formState || !isOutOfDate(formState)) return [];
	return [`The form is outdated. As the last step, ${adviseRefresh(formState)}.`];
}
