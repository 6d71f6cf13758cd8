import { createErrorText, createUnsentErrorText } from '../../../nodes/StartFlow/report/errorText';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import {
	exclude,
	type EndedStart,
	type StartWithFailure,
} from '../../../nodes/StartFlow/start/itemStart';
import { ready } from '../send/modelService.mts';
import { failed, notTried, refused, run, started, times, withMemory } from './starts.mts';

/** The error of a run that is about the first of these starts. */
const errorOf = (first: StartWithFailure, others: EndedStart[], isLaterRound = false) =>
	createErrorText(withMemory(run(0, first, ...others), { isLaterRound }), first);

const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

const previouslyStarted = { ...started(3), isFromPreviousRun: true };

/** A failure whose reason is what the service said, or one of an item that may be wrong. */
const withFailure = <Start extends StartWithFailure>(
	start: Start,
	parts: Partial<Start['failure']>,
): Start => ({ ...start, failure: { ...start.failure, ...parts } });

const rejected = failed('rejected', 'm', 'Fix it.');
const wrong = withFailure(rejected, { mayItemBeWrong: true, advice: ['Compare it.'] });
const explained = { reason: 'No <b>', explanation: ['The service said: “No <b>”.'] };
const uncertain = failed('unknown', 'm', 'Check it.');
const excluded = exclude(ready('a'), uncertain.failure) as StartWithFailure;

test.each<[StartWithFailure, EndedStart[], string]>([
	[rejected, [previouslyStarted, started(), failed('noCallback')], '3 of 4 started. m'],
	[uncertain, [notTried, started()], '1 of 3 started. m'],
	[uncertain, [uncertain, notTried], '2 of 3 may have started. m'],
	[rejected, [], 'm'],
	[excluded, [notTried], 'm'],
	[failed('rejected', '<'.repeat(200)), [], `${'‹'.repeat(119)}…`],
	[failed('rejected', 'a'.repeat(200)), [started()], `1 of 2 started. ${'a'.repeat(103)}…`],
])('says in the headline how many were started: %#', (first, others, message) => {
	expect(errorOf(first, others).message).toBe(message);
});

test('says in the description what the service said, what to do, the counts, and where to read on', () => {
	const start = withFailure(rejected, explained);
	expect(errorOf(start, [{ ...notTried, environment: 'production' }]).description).toBe(
		'The service said: “No ‹b›”. Fix it. Then retry execution 57, if n8n saved it. See the page "Retries and duplicates". QA and Production: 0 started; 1 rejected: item 0; 1 not tried.',
	);
	expect(errorOf(uncertain, []).description).toBe('Check it. Environment: QA.');
});

const LONG = 'a'.repeat(100);

test.each([
	[words(35), `No "Nr. A" ${LONG}. Execute step`],
	[words(60), 'Execute step'],
])('begins the description with what the headline cuts: %#', (advice, begin) => {
	const error = errorOf(failed('rejected', `No "Nr. A" ${LONG}`, advice), [started()]);
	expect(error.message).toBe(`1 of 2 started. No "Nr. A" ${LONG.slice(0, 92)}…`);
	expect(error.description.slice(0, begin.length)).toBe(begin);
});

test.each([
	[20, / w19 For the rest, .* if n8n saved it\. QA: 9 started; 10 rejected: .* 1 not tried\.$/],
	[25, / w24 QA: 9 started; .* 1 not tried\.$/],
])('leaves out whole sentences of a long description, but not the counts: %i', (count, end) => {
	const start = withFailure(wrong, { advice: [words(count)] });
	const { description } = errorOf(start, [
		...times(9, wrong),
		...times(9, started()),
		...times(9, uncertain),
		notTried,
	]);
	expect(description).toMatch(end);
});

test('leaves out the page and details of the advice before a step or the counts', () => {
	const start = withFailure(wrong, { advice: ['Fix it.', `A${words(60)}.`] });
	const { description } = errorOf(start, [started(), notTried]);
	expect(description).toMatch(/ Fix it\. Set On Error .* retry execution 57 once.* 1 not tried\.$/);
});

const REST = 'For the rest, keep Context unchanged and retry execution 57 once, if n8n saved it.';
const NOT_BY_HAND = 'Execute step would start all again.';
const ALONE = 'Then correct this item and run it alone.';
const SET_ON_ERROR = 'Set On Error to Continue (using error output).';
const TO_SEND_AGAIN =
	'Only if the integration platform shows no run, turn on Retry Uncertain Starts, save, and retry execution 57, if n8n saved it. Then remove the option.';
const IF_NOT_RUN = 'If its flow has not run, correct this item and run it alone.';
const NO_RETRY =
	'A Retry has the data of this run, so correct wrong items and run the workflow again. If the mapping is wrong, correct it and retry execution 57, if n8n saved it.';
const wrongWithReason = withFailure(wrong, { reason: 'No', statusCode: 422 });
const wrongUncertain = withFailure(uncertain, { mayItemBeWrong: true, reason: 'No' });

test.each<[string, string, StartWithFailure, EndedStart[]]>([
	['one item was rejected', 'Fix it. Then retry execution 57, if n8n saved it.', rejected, []],
	['some were started', `${NOT_BY_HAND} Fix it. ${REST}`, rejected, [started()]],
	['some may have started', `${NOT_BY_HAND} Check it. ${REST}`, uncertain, [notTried]],
	['nothing is left', `${NOT_BY_HAND} Check it.`, uncertain, [started()]],
	[
		'an item is wrong',
		`${NOT_BY_HAND} ${SET_ON_ERROR} ${REST} ${ALONE}`,
		wrongWithReason,
		[started(), notTried],
	],
	[
		'an item that is wrong may have started',
		`${NOT_BY_HAND} Check it. ${SET_ON_ERROR} ${REST} ${IF_NOT_RUN}`,
		wrongUncertain,
		[notTried],
	],
	['only wrong items are left', `${NOT_BY_HAND} Compare it. ${ALONE}`, wrong, [started(), wrong]],
	['only wrong items were tried', `Compare it. ${NO_RETRY}`, wrong, [notTried]],
	[
		'a previous run may have started it',
		TO_SEND_AGAIN,
		{ ...uncertain, isFromPreviousRun: true },
		[],
	],
	['another run continues it', 'Check it.', excluded, [notTried]],
])('gives the next steps in the order of doing them where %s', (_what, steps, first, others) => {
	const [shown] = errorOf(first, others).description.split(
		/ (?:Environment: |See the page|\d+ started; )/,
	);
	expect(shown).toBe(steps);
});

test('in a later round of a loop, Retry also starts the next rounds', () => {
	expect(errorOf(rejected, [], true).description).toContain(`${NOT_BY_HAND} Fix it. ${REST}`);
	// It would fail here again.
	const previous = { ...uncertain, isFromPreviousRun: true };
	expect(errorOf(previous, [], true).description).not.toContain('For the rest');
});

test('a form that is out of date is refreshed last, because a Retry has to map the same fields', () => {
	const gone = [declareMasked('a')];
	const formState = { isAutomatic: false, fieldCount: 1, mappedCount: 1, added: [], gone };
	const start = withFailure(uncertain, { advice: [words(60)] });
	expect(createErrorText({ ...run(0, start, notTried), formState }, start).description).toMatch(
		/ all again\. The form is outdated\. As the last step, choose ⋮ → Refresh Field List\. QA: /,
	);
});

test('tells a preview from a run', () => {
	const start = refused('7', 'm');
	const preview = { kind: 'preview', starts: [start, ready('a')] } as const;
	expect(createUnsentErrorText(preview, start)).toEqual({
		message: 'm',
		description: 'd QA: preview, nothing was sent; 1 refused by the node: item 0 (7).',
	});
});
