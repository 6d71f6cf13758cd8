import { parseAnswer } from '../../nodes/StartFlow/answer/parseAnswer';
import { toItems } from '../../nodes/StartFlow/answer/toItems';
import { checkContext } from '../../nodes/StartFlow/context/contextJson';
import type { ContextInput, ReadValues } from '../../nodes/StartFlow/context/contextMode';
import { convertField } from '../../nodes/StartFlow/context/convertField';
import { createJsonMode } from '../../nodes/StartFlow/context/jsonParameter';
import { addToContext } from '../../nodes/StartFlow/context/path';
import { createValuesReader } from '../../nodes/StartFlow/context/valueReader.n8n';
import { parseSlug } from '../../nodes/StartFlow/credential/flow.n8n';
import { parseRequests } from '../../nodes/StartFlow/curl/parseRequests';
import { mapAutomatically } from '../../nodes/StartFlow/form/automaticMapping';
import { listExampleFields } from '../../nodes/StartFlow/form/formFields';
import { buildContextFromForm } from '../../nodes/StartFlow/form/savedForm';
import { type Attempt, maskAnswer } from '../../nodes/StartFlow/http/attempt';
import { parseTransportError } from '../../nodes/StartFlow/n8n/transportError';
import { judge } from '../../nodes/StartFlow/outcome/judge';
import { createRefusedStart } from '../../nodes/StartFlow/prepare/prepareStarts.n8n';
import { createErrorText } from '../../nodes/StartFlow/report/errorText';
import { createMissingFieldsHint, createRunHint } from '../../nodes/StartFlow/report/hints';
import { computeFingerprint } from '../../nodes/StartFlow/shared/fingerprint';
import type { JsonObject } from '../../nodes/StartFlow/shared/json';
import { memoize } from '../../nodes/StartFlow/shared/memoize';
import { declareMasked } from '../../nodes/StartFlow/shared/mask';
import { createPreview } from '../../nodes/StartFlow/start/startRequest';
import { refused, run, started } from './report/starts.mts';
import { CREDENTIAL, OPTIONS, ready } from './send/modelService.mts';

/** The gate measures more than `npm test`. */
const LARGEST = process.env.IS_GATE ? 100_000 : 30_000;

/** Of characters, levels, fields or items. The first size only warms up. */
const SIZES = [LARGEST / 100, LARGEST / 10, LARGEST];

/** For ten times the size. Memory takes longer, the more there is of it. What is quadratic takes a hundred times as long. */
const MAX_FACTOR = 30;

/** Below, chance decides. */
const MIN_MEASURED_MS = 0.05;

/** Of these, the shortest counts. */
const MAX_TRIES = 5;
const ENOUGH_MS = 20;

type Make<Input = unknown> = (size: number) => Input;
type Run<Input> = (input: Input) => unknown;
type Table<T> = Record<string, T>;

function measure(work: () => unknown): number {
	const times: number[] = [];
	while (times.length < MAX_TRIES && (times.at(-1) ?? 0) < ENOUGH_MS) {
		const before = process.cpuUsage();
		try {
			work();
		} catch (error) {
			// A recursion that is too deep. Any other error says what is wrong with the input.
			if ((error as Error).name === 'RangeError') throw error;
		}
		const { user, system } = process.cpuUsage(before);
		times.push((user + system) / 1000);
	}
	return Math.min(...times);
}

/** Compares times with each other, and not with a clock. */
function findProblem<Input>(make: Make<Input>, run: Run<Input>): string | undefined {
	let problem: string | undefined;
	for (let tries = 0; tries < 2; tries++) {
		try {
			const [, before = 0, after = 0] = SIZES.map((size) => {
				const input = make(size);
				return measure(() => run(input));
			});
			if (after <= MAX_FACTOR * Math.max(MIN_MEASURED_MS, before)) return undefined;
			problem = `${before} ms, then ${after} ms`;
		} catch (error) {
			return String(error);
		}
	}
	return problem;
}

function listProblems<Input>(shapes: Table<Make<Input>>, run: Run<Input>): string[] {
	return Object.entries(shapes).flatMap(([shape, make]) => {
		const problem = findProblem(make, run);
		return problem ? `${shape}: ${problem}` : [];
	});
}

/** Large inputs take longer to make than most functions to read. */
const makeOnce = <Input,>(shapes: Table<Make<Input>>): Table<Make<Input>> =>
	Object.fromEntries(Object.entries(shapes).map(([shape, make]) => [shape, memoize(make)]));

/** `repeat` makes text of pieces, which the first function to read it would have to join. */
const join = (text: string) => Buffer.from(text).toString();

const repeat = (unit: string, before = '', after = '') => {
	return (size: number) => join(before + unit.repeat(size / unit.length) + after);
};

const TEXTS = makeOnce<string>({
	'one letter': repeat('a'),
	blanks: repeat(' \n', 'a', 'a'),
	'combining marks': (size) => join(`a${'\u0315'.repeat(size / 2)}${'\u0300'.repeat(size / 2)}`),
	'invisible characters': repeat('\u200b😀'),
	punctuation: repeat(`.,;:=-_<>%&/'#!?1`),
	'escaped quotes': repeat('\\"', '"'),
	'escaped apostrophes': repeat("\\'", "'"),
	sentences: repeat('"a". Aa. '),
	'expressions without an end': repeat('{{ $'),
	expressions: repeat('{{ $json.a }} '),
	'names with dots': repeat('a.', '', 'a'),
	'names in brackets': repeat("['a']", 'a'),
	'lists without an end': repeat('['),
	'objects in objects': (size) => repeat('{"a":', '', `1${'}'.repeat(size / 5)}`)(size),
	'JSON numbers': repeat('1,', '[', '1]'),
	'pieces of the token': repeat(CREDENTIAL.accessToken.slice(1)),
});

const PUT = 'curl -X PUT https://a.example -d ';

const COMMANDS: Table<Make<string>> = {
	...TEXTS,
	'single-quoted bodies': repeat(
		`${PUT}'{"slug":"a","context":{}}' -H 'Authorization: Bearer a'\n`,
	),
	'double-quoted bodies': repeat(String.raw`${PUT}"{\"slug\":\"a\",\"context\":{}}" `),
	'bodies of a chat': repeat(`${PUT}“{“slug”:“it’s”,“context”:{}}”\n`),
	'bodies with a bare apostrophe': repeat(`${PUT}'{"slug":"it's","context":{}}' `),
	'commands without an end': repeat('curl "curl -H '),
	'bodies without an end': repeat('{ -d ', PUT),
	'one body': repeat('\\"', `${PUT}"{`),
	options: repeat('-H a -A=b ', 'curl '),
	letters: repeat('s', 'curl -'),
	'joined lines': repeat('\\\n ', 'curl '),
	dashes: repeat('—a '),
};

const nest = (levels: number, wrap: (inner: unknown) => unknown, bottom: unknown = 1) => {
	let value = bottom;
	for (let level = 0; level < levels; level++) value = wrap(value);
	return value;
};

const list = <T,>(make: (index: number) => T) => {
	return (size: number) => Array.from({ length: size }, (_, index) => make(index));
};

const object = (value: undefined | number) => {
	return (size: number) => Object.fromEntries(list((index) => [`name ${index}`, value])(size));
};

const VALUES = makeOnce<unknown>({
	'objects in objects': (size) => nest(size, (inner) => ({ a: inner })),
	'lists in lists': (size) => ({ a: nest(size, (inner) => [inner]) }),
	'bodies in bodies': (size) => nest(size, (body) => ({ body })),
	'many fields on the ground': (size) =>
		nest(size / 1_000, (inner) => ({ a: inner }), object(1)(size / 10)),
	// Only the last one has a value.
	'many fields': (size) => ({ ...object(undefined)(size), a: 1 }),
	'a list': (size) => ({ a: list(() => ({ a: [] }))(size) }),
	...Object.fromEntries(
		Object.entries(TEXTS).map(([name, make]): [string, Make] => [
			`${name} as a name and a value`,
			(size) => ({ [make(size)]: make(size) }),
		]),
	),
});

const TOKEN = CREDENTIAL.accessToken;

const FORM = listExampleFields({ session: { email: 'a', consents: { terms: true } }, e_mail: 'a' });

const N8N = {
	getNode: () => ({ type: 'startFlow' }),
	getInputData: () => [{ json: {} }],
	evaluateExpression: (expression: string) => expression.split(','),
} as never;

/** A reader keeps what it has parsed, so each run has its own. */
const readValues = (sources: string[]) =>
	createValuesReader(N8N)(
		sources.map((source) => ({ source, label: '' })),
		0,
	);

const answer = (body: string, headers: Record<string, string> = {}) =>
	declareMasked({ statusCode: 500, headers, body: Buffer.from(body) });

const ANSWERED = started(2);

/** The hint about answered items that each lack one field. */
const hintOfMissing = (names: string[]) =>
	createMissingFieldsHint(
		names.map((name) => ({
			...ANSWERED,
			missingFields: declareMasked([{ name, reason: 'empty' }]),
		})),
	);

const readJson = (value: unknown) => {
	const input = { itemIndex: 0, item: {}, slug: '' } as unknown as ContextInput;
	const readValues: ReadValues = ([field]) => (field ? [{ ...field, value }] : []);
	return createJsonMode({ contextJson: '=' }, readValues).read(input);
};

/** The others convert in the same ways. */
const convertToEach: Table<Run<unknown>> = {
	'convertField to string': (value) => convertField('a', value, 'string'),
	'convertField to number': (value) => convertField('a', value, 'number'),
	'convertField to boolean': (value) => convertField('a', value, 'boolean'),
	'convertField to strings': (value) => convertField('a', value, 'strings'),
};

const judgeFor = (slug: string, attempt: Attempt) =>
	judge(attempt, { slug, credential: CREDENTIAL }, { now: 0, timeZone: 'UTC' });

/** What a run says of two items for which `work` throws. */
const refuse = (work: () => unknown, labelSource?: unknown) => {
	try {
		return work();
	} catch (error) {
		const start = createRefusedStart(N8N, error, { credential: CREDENTIAL, labelSource });
		const report = run(0, start, start);
		return [createErrorText(report, start), createRunHint(report)];
	}
};

const fail = (error: unknown) => {
	throw error;
};

/** What meets text: of an item, an answer, an expression or a message. These functions call all others that do. */
const OF_TEXT: Table<Run<string>> = {
	parseSlug,
	readJson,
	...convertToEach,
	addToContext: (path) => addToContext({}, { parameter: '', path, value: '', canReplace: false }),
	readValues: (text) => readValues([text, `=${text}`, `={{ ${text} }}`]),
	maskAnswer: (text) => maskAnswer(answer(text, { 'content-type': text }), TOKEN),
	parseAnswer: (text) =>
		['', 'a; filename=', 'a; filename="', "a; filename*=utf-8'"].map((begin) => {
			const type = { 'content-type': `${text}; charset=${text}` };
			const headers = { ...type, 'content-disposition': begin + text };
			return parseAnswer(answer(text, headers), TOKEN, 'auto');
		}),
	judge: (text) =>
		judgeFor(text, {
			kind: 'answer',
			answer: answer(text, { 'content-type': text, 'retry-after': text }),
		}),
	'judge an error': (message) =>
		judgeFor('', { kind: 'error', error: declareMasked(parseTransportError({ message })) }),
	'an error of n8n': (text) => refuse(() => fail({ message: text, description: text })),
	createMissingFieldsHint: (name) => hintOfMissing([name]),
};

/** What meets an item, a context or the JSON of an answer. */
const OF_VALUES: Table<Run<never>> = {
	readJson,
	...convertToEach,
	mapAutomatically: (item) => mapAutomatically(FORM, item),
	computeFingerprint,
	'checkContext and createPreview': (value) => {
		const { context } = checkContext(value);
		return createPreview({ ...ready(''), contextJson: JSON.stringify(context) });
	},
	toItems: (value) =>
		toItems(value, answer(''), { options: { ...OPTIONS, includeInput: true }, input: value }),
	addToContext: (value) =>
		addToContext(value, { parameter: '', path: 'b.c', value: '', canReplace: false }),
	parseTransportError,
	'the label of a refused item': (value) => refuse(() => checkContext([value]), value),
};

const manyFields = memoize((size: number) =>
	listExampleFields({ session: object(1)(size) as JsonObject }),
);

/** What meets many fields, names, expressions or items. */
const OF_LISTS: Table<() => string | undefined> = {
	readValues: () =>
		findProblem(
			list((index) => `={{ $json.a + ${index} }}`),
			readValues,
		),
	buildContextFromForm: () =>
		findProblem(manyFields, (fields) =>
			buildContextFromForm(fields.map((field) => ({ ...field, value: 1 }))),
		),
	mapAutomatically: () =>
		findProblem(manyFields, (fields) => mapAutomatically(fields, object(1)(fields.length))),
	createRunHint: () =>
		findProblem(
			list((index) => (index % 2 === 0 ? refused(`a ${index}`) : ANSWERED)),
			(starts) => createRunHint({ ...run(0), starts }),
		),
	createMissingFieldsHint: () =>
		findProblem(
			list((index) => (index % 2 === 0 ? `a ${index}` : 'a')),
			hintOfMissing,
		),
	createErrorText: () =>
		findProblem(
			list((index) => refused(`a ${index}`, `a ${index}`)),
			(starts) => createErrorText({ ...run(0), starts: [ANSWERED, ...starts] }, refused()),
		),
};

describe('takes time in proportion to its input', () => {
	test.each(Object.entries(OF_TEXT))('%s, given text', (_name, work) => {
		expect(listProblems(TEXTS, work)).toEqual([]);
	});

	test('parseRequests', () => {
		expect(listProblems(COMMANDS, parseRequests)).toEqual([]);
	});

	test.each(Object.entries(OF_VALUES))('%s, given a value', (_name, run) => {
		expect(listProblems(VALUES, run as Run<unknown>)).toEqual([]);
	});

	test.each(Object.entries(OF_LISTS))('%s, given a list', (_name, findProblemOfList) => {
		expect(findProblemOfList()).toBeUndefined();
	});
});
