import { createErrorText } from '../../../nodes/StartFlow/report/errorText';
import { CUT_OFF, recallStart } from '../../../nodes/StartFlow/memory/startMemory';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import {
	skip,
	type EndedStart,
	type RefusedStart,
	type UnsuccessfulStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { ready } from '../send/modelService.mts';
import { failed, notTried, run, started, times, refused } from './starts.mts';

const PLACE = { executionId: '57', isLaterRound: false, isPreview: false };

/** The error of a run in execution 57 that is about the first of these starts. */
const errorOf = (first: UnsuccessfulStart, others: EndedStart[], isLaterRound = false) =>
	createErrorText(run(0, first, ...others), first, { ...PLACE, isLaterRound });

const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

const previouslyStarted = { ...started(3), isFromPreviousRun: true };

test.each<[UnsuccessfulStart, EndedStart[], string]>([
	[failed('rejected'), [previouslyStarted, started(), failed('noCallback')], '3 of 4 started. m'],
	[failed('noCallback'), [notTried], '1 of 2 started. m'],
	[failed('unknown'), [notTried], '0 of 2 started. m'],
	[failed('rejected'), [], 'm'],
])('says in the headline how many were started: %#', (first, others, message) => {
	expect(errorOf(first, others).message).toBe(message);
});

test('has 120 characters in the headline at most, and further sentences in the description', () => {
	const long = failed('rejected', `It was rejected. ${'Do this'.repeat(20)}`);
	const { message, description } = errorOf(long, [started()]);
	expect(message).toBe('1 of 2 started. It was rejected');
	expect(description).toMatch(/^(?:Do this){20}\. d /);
	const problem = `Unexpected token, ..."{ "b": a }"... is not ${'valid '.repeat(20)}`;
	expect(errorOf(failed('rejected', problem), [started()]).message).toMatch(
		/"\.\.\. is not valid valid .*…$/,
	);
	const word = failed('rejected', 'a'.repeat(200));
	expect(errorOf(word, [started()]).message).toMatch(/^1 of 2 started\. a{103}…$/);
	expect(errorOf(word, []).message).toMatch(/^a{119}…$/);
});

test('cuts no quotation in two', () => {
	const message = `The field "${words(40)}. Tel" is "No. Not \\" now"`;
	expect(errorOf(failed('notSent', message), []).message).toMatch(/^The field "w0 .*…$/);
});

test('says in the description what the service said, what to do, the counts, and where to read on', () => {
	const start = failed('rejected', 'Not <a>', 'Do this.');
	start.failure.reason = 'It said <no>.';
	expect(errorOf(start, []).message).toBe('Not ‹a›');
	expect(errorOf(start, [{ ...notTried, environment: 'Production' }]).description).toBe(
		'It said ‹no›. Do this. QA and Production: 0 started; 1 rejected: item 0; 1 not tried. See the page "Retries and duplicates".',
	);
	expect(errorOf(start, []).description).toBe('It said ‹no›. Do this. Environment: QA.');
	expect(errorOf(refused(), []).description).toBe('d');
});

test('has sixty words in the description at most, and cuts what the service said', () => {
	const start = failed('rejected', 'm', words(38));
	start.failure.reason = words(100);
	const { description } = errorOf(start, []);
	expect(description.split(' ')).toHaveLength(60);
	expect(description).toMatch(/^w0 .* w19… w0 .* w37 Environment: QA\.$/);
	start.failure.reason = `The service said: “${words(100)}”.`;
	expect(errorOf(start, []).description).toMatch(/^The service said: “w0 .* w16…” w0 /);
	const short = failed('rejected', 'm', words(54));
	short.failure.reason = 'The service said: “No”.';
	expect(errorOf(short, []).description).toMatch(/^The service said: “No”\. w0 .* w53 Environment/);
	short.failure.reason = words(5);
	expect(errorOf(short, []).description).toMatch(/^w0 \S+ w2 w3 w4 w5 /);
});

test.each<[string, boolean, UnsuccessfulStart, EndedStart[], boolean]>([
	['some were started', true, failed('rejected'), [started()], false],
	['some may have started', true, failed('unknown'), [notTried], false],
	['only a callback is missing', true, failed('noCallback'), [notTried], false],
	['a round of a loop came before', true, failed('rejected'), [], true],
	['nothing was started', false, failed('rejected'), [notTried], false],
	['nothing is left but an uncertain start', false, failed('unknown'), [started()], false],
	[
		'a Retry in a later round has sent nothing',
		false,
		{ ...failed('unknown'), isFromPreviousRun: true },
		[],
		true,
	],
	[
		'another run continues it',
		false,
		skip('excluded', ready('a'), failed('unknown').failure),
		[notTried],
		true,
	],
])('points to Retry for the rest when %s: %p', (_what, isShown, first, others, isLaterRound) => {
	const { description } = errorOf(first, others, isLaterRound);
	const advice =
		'For the rest, keep Context unchanged and retry execution 57 once, if n8n saved it.';
	expect(description.includes(advice)).toBe(isShown);
});

test('before a Retry of the rest, gives only the advice for it', () => {
	const start = failed('unknown', 'm', 'Check it. Start it again only if it did not run.');
	start.failure.adviceBeforeRetry = 'Check it.';
	expect(errorOf(start, [notTried]).description).toMatch(/^Check it\. For the rest, /);
	expect(errorOf(start, [started()]).description).toMatch(/^Check it\. Start it again only if /);
	// A refreshed form maps other fields, so the Retry would start all items again.
	const formState = {
		isAutomatic: false,
		fieldCount: 1,
		mappedCount: 1,
		added: [],
		gone: [declareMasked('a')],
	};
	const text = createErrorText({ starts: [start, notTried], formState }, start, PLACE);
	expect(text.description).toMatch(/ saved it\. Then choose ⋮ → Refresh Field List: /);
});

test('tells a preview from a run, also in a later round of a loop', () => {
	const start = refused('7', 'm');
	const place = { ...PLACE, isLaterRound: true, isPreview: true };
	expect(createErrorText(run(0, start, notTried), start, place)).toEqual({
		message: 'm',
		description: 'd QA: preview, nothing was sent; 1 refused by the node: item 0 (7).',
	});
});

test('says how to see the reasons that the headline does not give', () => {
	const both = (message: string) => errorOf(refused('7', 'a'), [refused('12', message)]);
	expect(both('b').description).toContain('To see the other reasons, preview with On Error set ');
	expect(both('a').description).not.toContain('other reasons');
	const uncertain = recallStart(refused('7', 'a'), [], CUT_OFF) as RefusedStart;
	expect(errorOf(uncertain, [refused('12', 'a')]).description).not.toContain('other reasons');
	const long = refused('7', 'a');
	long.failure.advice = words(34);
	const { description } = errorOf(long, [refused('12', 'b'), notTried], true);
	expect(description.split(' ').length).toBeLessThanOrEqual(60);
	expect(description).not.toContain('other reasons');
});

test('has sixty words at most where there is much to say, and then names no item', () => {
	const start = failed('notSent', 'm', words(23));
	const formState = {
		isAutomatic: false,
		fieldCount: 1,
		mappedCount: 1,
		added: [declareMasked('a')],
		gone: [],
	};
	const result = { ...run(0, start, notTried), formState };
	const place = { ...PLACE, isLaterRound: true };
	const { description } = createErrorText(result, start, place);
	expect(description.split(' ')).toHaveLength(60);
	expect(description).toMatch(
		/^w0 .* w22 For the rest, .* the form is outdated\. QA: 0 started; 1 refused by the node; 1 not tried\.$/,
	);
});

test('names fewer items where there is no room for what the service said', () => {
	const start = failed('rejected', 'm', 'Do this.');
	start.failure.reason = `The service said: “context.to is missing${' or wrong'.repeat(10)}”.`;
	const { description } = errorOf(start, [started(), ...times(39, start)]);
	expect(description).toMatch(
		/^The service said: “.* wrong”\. Do this\. For the rest, .*: items? 0 and 39 more\./,
	);
	expect(description.split(' ').length).toBeLessThanOrEqual(60);
});

test('leaves out the page where there is no room for what the service said', () => {
	const start = failed('rejected', 'm', words(20));
	start.failure.reason = 'The service said: “The email is missing”.';
	expect(errorOf(start, [previouslyStarted, notTried]).description).toMatch(
		/^The service said: “The email is missing”\. w0 .* 1 rejected: item 0; .* 1 started\.$/,
	);
});
