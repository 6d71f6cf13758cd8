import { adviseRefresh, isOutOfDate } from '../form/formState';
import { shorten, replaceAngleBrackets } from '../shared/text';
import {
	type EndedStart,
	hasRun,
	mayHaveRun,
	type RunResult,
	type UnsuccessfulStart,
} from '../start/itemStart';
import { listCounts, MAX_NAMED_ITEMS, nameEnvironments } from './counts';
import { createPreviewHint } from './hints';

const MAX_HEADLINE_CHARACTERS = 120;

interface ExecutionPlace {
	executionId: string;
	/** Whether the node has run in previous rounds of a loop. */
	isLaterRound: boolean;
	isPreview: boolean;
}

/**
 * Creates what the error of a run says. The headline: how many flows started, also in a previous run, and what happened. The
 * description: what the service said, one next step, and what a hint would say, because n8n saves no hint with an error.
 */
export function createErrorText(
	run: RunResult,
	start: UnsuccessfulStart,
	place: ExecutionPlace,
): { message: string; description: string } {
	const { starts } = run;
	const { message, reason, advice, adviceBeforeRetry = advice } = start.failure;
	const isOfMany = starts.length > 1;
	const startedCount = starts.filter(hasRun).length;
	const started =
		isOfMany && !place.isPreview ? `${startedCount} of ${starts.length} started. ` : '';
	const room = MAX_HEADLINE_CHARACTERS - started.length;
	// If the headline has no room for all sentences, only the first one stays there.
	const [first = '', ...others] = message.length > room ? splitSentences(message) : [message];
	const furtherSentences = others.map((sentence) => `${sentence}.`).join(' ');

	const retry = adviseRetry(starts, start, place);
	const nextStep = retry === '' ? advice : adviceBeforeRetry;
	// n8n saves no hint with an error, and a form that is out of date may be the reason.
	const { formState } = run;
	const refresh = formState && isOutOfDate(formState) ? adviseRefresh(formState) : '';
	// After a Retry, because with another context it would take what was started for other starts, and start it twice.
	const formAdvice =
		retry === '' ? `The form is outdated: ${refresh}.` : `Then ${refresh}: the form is outdated.`;
	// The message of an item that a previous run may have started has one more sentence, so it would count as another reason.
	const refusals = starts.flatMap((one) =>
		one.kind === 'refused' && one.failure.outcome === 'notSent' ? one.failure.message : [],
	);
	const hasOtherReasons = new Set(refusals).size > 1;
	const describeRest = (scope: Scope) => {
		// Where there is no room for the name of an item, there is none for this, either.
		const reasonsAdvice = hasOtherReasons && scope.maxNamedItems > 0 ? HOW_TO_SEE_REASONS : '';
		const runText = describeRun(run, start, scope, place.isPreview);
		const sentences = [
			furtherSentences,
			nextStep,
			reasonsAdvice,
			retry,
			refresh && formAdvice,
			runText,
		];
		return sentences.filter(Boolean).join(' ');
	};
	return {
		message: replaceAngleBrackets(started + shorten(first, room)),
		description: replaceAngleBrackets(fitDescription(reason ?? '', describeRest)),
	};
}

/** Splits a message, which is one line. A quotation stays whole, because it is somebody's name or value. */
function splitSentences(message: string): string[] {
	const lines = message.replace(/"(?:[^"\\]|\\.)*"|\. (?=[A-Z])/g, (part) =>
		part === '. ' ? '\n' : part,
	);
	return lines.split('\n');
}

const HOW_TO_SEE_REASONS =
	'To see the other reasons, preview with On Error set to Continue (using error output).';

/** Says how to start only the rest, if something has started and something is left. Otherwise empty. */
function adviseRetry(
	starts: readonly EndedStart[],
	start: UnsuccessfulStart,
	{ executionId, isLaterRound, isPreview }: ExecutionPlace,
): string {
	// The failure of an excluded start says itself what to do.
	if (isPreview || start.kind === 'excluded') return '';
	const isPartial = starts.some(mayHaveRun) && !starts.every(mayHaveRun);
	// Previous rounds have probably started flows. But after a failure of a previous run, a Retry would fail here again.
	const canContinueLoop = isLaterRound && !start.isFromPreviousRun;
	return isPartial || canContinueLoop
		? `For the rest, keep Context unchanged and retry execution ${executionId} once, if n8n saved it.`
		: '';
}

/** How much a description says. */
interface Scope {
	/** Of each outcome. */
	maxNamedItems: number;
	namesPage: boolean;
	/** So many words of what the service said have to fit, or all of them. */
	minReasonWords: number;
}

/** In which environment it was, and in a run of many items also what happened to all of them. */
function describeRun(
	run: RunResult,
	start: UnsuccessfulStart,
	{ maxNamedItems, namesPage }: Scope,
	isPreview: boolean,
): string {
	const environment = nameEnvironments(run.starts);
	if (run.starts.length === 1 || start.kind === 'excluded') {
		return environment && `Environment: ${environment}.`;
	}
	if (isPreview) return `${createPreviewHint(run.starts, maxNamedItems)}.`;
	const counts = listCounts(run, maxNamedItems).join('; ');
	const summary = [environment, counts].filter(Boolean).join(': ');
	return namesPage ? `${summary}. See the page "Retries and duplicates".` : `${summary}.`;
}

/** A person reads so many in about ten seconds, together with the headline. */
const MAX_DESCRIPTION_WORDS = 60;

/** With fewer words, what the service said would say nothing. */
const MIN_REASON_WORDS = 5;

/** The first one with which a description fits is used. */
const SCOPES: readonly Scope[] = [
	{ maxNamedItems: MAX_NAMED_ITEMS, namesPage: true, minReasonWords: Infinity },
	{ maxNamedItems: 3, namesPage: true, minReasonWords: Infinity },
	{ maxNamedItems: 1, namesPage: true, minReasonWords: MIN_REASON_WORDS },
	{ maxNamedItems: 1, namesPage: false, minReasonWords: MIN_REASON_WORDS },
	{ maxNamedItems: 0, namesPage: false, minReasonWords: MIN_REASON_WORDS },
];

/**
 * Joins a description of at most sixty words. Where they are not enough, fewer items are named, then what the service said is cut.
 * Then the page is left out, and last all names of items.
 */
function fitDescription(reason: string, describeRest: (scope: Scope) => string): string {
	const words = reason === '' ? [] : reason.split(' ');
	let rest = '';
	for (const scope of SCOPES) {
		rest = describeRest(scope);
		const room = MAX_DESCRIPTION_WORDS - rest.split(' ').length;
		if (words.length <= room) return `${reason} ${rest}`.trim();
		if (room < scope.minReasonWords) continue;
		const closingQuote = reason.includes('“') ? '”' : '';
		return `${words.slice(0, room).join(' ')}…${closingQuote} ${rest}`;
	}
	return rest;
}
