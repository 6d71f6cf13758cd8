/** Why a mutant that no test kills is left as it is. */
export interface Reason {
	/** Below `nodes/TriggerFlow/rules`. */
	path: string;
	/** A part of the line that the mutant begins on, or of the text that it replaces. */
	code: string;
	/** Stryker's name for the kind of mutant; any when left out. */
	mutator?: string;
	/** The text that it puts in place of the original; any when left out. */
	becomes?: string;
	reason: string;
}

/** For texts for people: a test asks for what they tell, and leaves the words to whoever writes. */
export const WORDING = 'wording';

const NEVER_MISSING = 'equivalent: a value for the type check, which is never used';
const SAME_END = 'equivalent: what follows comes to the same';
const ONLY_QUICKER = 'equivalent: only saves time';

const LIMIT = 'a limit against hostile texts: one more or less makes no difference';

export const REASONS: Reason[] = [
	{ path: 'answer/contentType.ts', code: "[mediaType = ''", reason: NEVER_MISSING },
	{ path: 'answer/fileName.ts', code: "?? ''", reason: SAME_END },
	{ path: 'answer/fileName.ts', code: 'return undefined', reason: SAME_END },
	{ path: 'answer/readAnswer.ts', code: 'return undefined', reason: SAME_END },
	{
		path: 'context/convertField.ts',
		code: 'value === null',
		becomes: 'false',
		reason: NEVER_MISSING,
	},
	{
		path: 'context/convertField.ts',
		code: 'return undefined',
		mutator: 'BlockStatement',
		reason: SAME_END,
	},
	{ path: 'context/convertField.ts', code: '{ value: null }', reason: SAME_END },
	{ path: 'context/fieldPath.ts', code: "?? ''", reason: NEVER_MISSING },
	{ path: 'context/json.ts', code: "?? ''", reason: NEVER_MISSING },
	{ path: 'context/json.ts', code: "?? 'something unexpected'", reason: NEVER_MISSING },
	{ path: 'context/serializeContext.ts', code: 'default:', reason: SAME_END },
	{
		path: 'credential/baseUrl.ts',
		code: '^127',
		reason: 'equivalent: `URL` takes no other host that ends in a number',
	},
	{
		path: 'outcome/describeFailure.ts',
		code: 'notSent: ',
		reason: 'equivalent: what was sent does not come to `notSent`',
	},
	{
		path: 'outcome/describeStatus.ts',
		code: 'statusCode < 400',
		becomes: 'statusCode <= 400',
		reason: SAME_END,
	},
	{ path: 'errors/mask.ts', code: 'lastPattern?.accessToken', reason: ONLY_QUICKER },
	{ path: 'errors/mask.ts', code: "typeof value !== 'object'", becomes: 'false', reason: SAME_END },
	{ path: 'outcome/retryAfter.ts', code: "?? ''", reason: SAME_END },
	{
		path: 'sending/startAll.ts',
		code: 'over.signal.aborted',
		becomes: 'false',
		reason: ONLY_QUICKER,
	},
	{ path: 'sending/startFlow.ts', code: 'asked !== undefined', becomes: 'true', reason: SAME_END },
	{ path: 'sending/startKey.ts', code: "[segment = ''", reason: NEVER_MISSING },
	{
		path: 'sending/startMemory.ts',
		code: 'planned === undefined',
		becomes: 'false',
		reason: NEVER_MISSING,
	},
	{
		path: 'sending/traffic.ts',
		code: 'ms <= 0',
		reason: 'equivalent: a pause of no time ends at once',
	},
	{ path: 'startEvent/lines.ts', code: "?? ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/lines.ts',
		code: '.exec(text)?.[0]',
		mutator: 'OptionalChaining',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/lines.ts',
		code: 'white.slice(0, 80)',
		becomes: 'white',
		reason: ONLY_QUICKER,
	},
	{ path: 'startEvent/lines.ts', code: "(sign = '')", mutator: 'StringLiteral', reason: SAME_END },
	{ path: 'startEvent/quotes.ts', code: "?? ''", reason: NEVER_MISSING },
	{ path: 'startEvent/quotes.ts', code: "sign = ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/quotes.ts',
		code: 'at < text.length && text[at]',
		becomes: 'at <= text.length',
		reason: SAME_END,
	},
	{ path: 'startEvent/splitWords.ts', code: "?? ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/splitWords.ts',
		code: 'steps > MOST_STEPS',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{ path: 'startEvent/splitWords.ts', code: 'plainEnd > scan.at', reason: ONLY_QUICKER },
	{ path: 'startEvent/splitWords.ts', code: 'const PLAIN', reason: ONLY_QUICKER },
	{ path: 'startEvent/splitWords.ts', code: 'const BLANKS', reason: ONLY_QUICKER },
	{ path: 'startEvent/splitWords.ts', code: 'const INVISIBLE', reason: ONLY_QUICKER },
	{ path: 'startEvent/splitWords.ts', code: 'default:', reason: SAME_END },
	{ path: 'startEvent/findToken.ts', code: "value = ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/findToken.ts',
		code: "name = '', text = ''",
		mutator: 'StringLiteral',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/findToken.ts',
		code: "name = '', text = ''",
		mutator: 'ArrayDeclaration',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/findToken.ts',
		code: "name = '', text = ''",
		mutator: 'Regex',
		reason: SAME_END,
	},
	{ path: 'startEvent/findToken.ts', code: 'name.slice(0, 100)', reason: ONLY_QUICKER },
	{ path: 'startEvent/findToken.ts', code: '/^(?:(?:bearer|basic', reason: SAME_END },
	{
		path: 'startEvent/findToken.ts',
		code: 'text.length > 20_000',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{ path: 'startEvent/placeholder.ts', code: 'text.slice(0, 500)', reason: ONLY_QUICKER },
	{ path: 'startEvent/placeholder.ts', code: '?? []', reason: SAME_END },
	{ path: 'startEvent/placeholder.ts', code: '/[^a-z]+/', becomes: '/[^a-z]/', reason: SAME_END },
	{
		path: 'startEvent/placeholder.ts',
		code: 'const UUID',
		reason: 'no placeholder is nearly a UUID',
	},
	{ path: 'startEvent/placeholder.ts', code: 'split(/\\s+/)', reason: SAME_END },
	{ path: 'startEvent/curlOptions.ts', code: "text[at] ?? ''", reason: NEVER_MISSING },
	{ path: 'startEvent/curlOptions.ts', code: '/\\s+/', reason: SAME_END },
	{
		path: 'startEvent/findCommand.ts',
		code: 'looked < MOST_LOOKS',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{
		path: 'startEvent/findCommand.ts',
		code: 'start - LONGEST_PROMPT > from',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{
		path: 'startEvent/readAddress.ts',
		code: 'word.text.length > LONGEST',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{ path: 'startEvent/readAddress.ts', code: "? ''", mutator: 'StringLiteral', reason: SAME_END },
	{ path: 'startEvent/readAddress.ts', code: "hostname !== ''", reason: SAME_END },
	{
		path: 'startEvent/readAddress.ts',
		code: 'return false',
		mutator: 'BlockStatement',
		reason: SAME_END,
	},
	{
		path: 'startEvent/readCommand.ts',
		code: 'likeliest === undefined',
		reason: "equivalent: a command of PowerShell's own curl is one in every reading",
	},
	{ path: 'startEvent/readCommand.ts', code: 'LONGEST_REREAD', reason: ONLY_QUICKER },
	{ path: 'startEvent/readCommand.ts', code: 'other === shell', reason: ONLY_QUICKER },
	{
		path: 'startEvent/readCommand.ts',
		code: 'isHtml(text)',
		becomes: 'true',
		reason: 'equivalent: one more reading where all others failed',
	},
	{ path: 'startEvent/readCommand.ts', code: 'findCommand(decoded)?.start', reason: NEVER_MISSING },
	{ path: 'startEvent/readCommand.ts', code: 'from !== undefined', reason: NEVER_MISSING },
	{
		path: 'startEvent/readCommand.ts',
		code: 'const decodedShell',
		mutator: 'ObjectLiteral',
		reason: "a page's source between backticks: nobody pastes one",
	},
	{ path: 'startEvent/parseBody.ts', code: 'asItStands !== undefined', reason: ONLY_QUICKER },
	{
		path: 'startEvent/parseBody.ts',
		code: 'text.length > LONGEST_REPAIRED',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{
		path: 'startEvent/parseBody.ts',
		code: '.exec(problem)?.[0]',
		mutator: 'OptionalChaining',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/parseBody.ts',
		code: "?.[0] ?? ''",
		mutator: 'StringLiteral',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/parseBody.ts',
		code: 'return undefined',
		mutator: 'BlockStatement',
		reason: SAME_END,
	},
	{
		path: 'startEvent/parseBody.ts',
		code: "[place = '', near = '']",
		mutator: 'StringLiteral',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/parseStartEvent.ts',
		code: "?? ''",
		mutator: 'StringLiteral',
		reason: SAME_END,
	},
	{
		path: 'startEvent/parseStartEvent.ts',
		code: "String(pasted ?? '').slice",
		mutator: 'MethodExpression',
		reason: ONLY_QUICKER,
	},
	{
		path: 'startEvent/parseStartEvent.ts',
		code: 'pasted.length > LONGEST',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{ path: 'startEvent/splitCmdWords.ts', code: "text[at] ?? ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/splitCmdWords.ts',
		code: 'at < text.length',
		becomes: 'at <= text.length',
		reason: SAME_END,
	},
	{
		path: 'startEvent/splitCmdWords.ts',
		code: 'steps <= MOST_STEPS',
		becomes: 'true',
		reason: ONLY_QUICKER,
	},
	{
		path: 'startEvent/splitCmdWords.ts',
		code: 'steps > MOST_STEPS',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{ path: 'startEvent/splitCmdWords.ts', code: 'words.length <= MOST_WORDS', reason: ONLY_QUICKER },
	{
		path: 'startEvent/splitCmdWords.ts',
		code: 'PLAIN.exec(text)?.[0]',
		mutator: 'OptionalChaining',
		reason: NEVER_MISSING,
	},
	{
		path: 'startEvent/splitCmdWords.ts',
		code: 'PLAIN.exec(text)?.[0]',
		mutator: 'LogicalOperator',
		reason: ONLY_QUICKER,
	},
	{ path: 'startEvent/splitCmdWords.ts', code: 'const PLAIN', reason: ONLY_QUICKER },
	{ path: 'startEvent/splitCmdWords.ts', code: 'const PIECE', reason: ONLY_QUICKER },
	{ path: 'startEvent/splitCmdWords.ts', code: "piece.startsWith('\\\\')", reason: SAME_END },
	{ path: 'startEvent/splitCmdWords.ts', code: '/^\\s/', reason: SAME_END },
	{ path: 'startEvent/tidyJson.ts', code: "string.startsWith('\"')", reason: SAME_END },
	{ path: 'startEvent/tidyJson.ts', code: "string[0] ?? ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/splitCmdWords.ts',
		code: 'if (isDoubled)',
		becomes: 'false',
		reason: SAME_END,
	},
	{ path: 'startEvent/contextFromForm.ts', code: "?? ''", reason: NEVER_MISSING },
	{
		path: 'startEvent/contextFromForm.ts',
		code: 'value === field.value',
		becomes: 'false',
		reason: SAME_END,
	},
	{ path: 'startEvent/contextFromForm.ts', code: '?? []', reason: SAME_END },
	{
		path: 'startEvent/valuesFromInput.ts',
		code: "?? ''",
		mutator: 'StringLiteral',
		reason: NEVER_MISSING,
	},
	{ path: 'startEvent/formFields.ts', code: ': []', mutator: 'ArrayDeclaration', reason: SAME_END },
	{
		path: 'startEvent/formFields.ts',
		code: '?? []',
		mutator: 'ArrayDeclaration',
		reason: SAME_END,
	},
	{
		path: 'startEvent/formFields.ts',
		code: 'path.length < DEEPEST',
		mutator: 'EqualityOperator',
		reason: LIMIT,
	},
	{ path: 'startEvent/formFields.ts', code: '/^\\d{4}', reason: SAME_END },
	{
		path: 'startEvent/splitWords.ts',
		code: 'next !== undefined',
		becomes: 'true',
		reason: NEVER_MISSING,
	},
	{ path: 'startEvent/splitWords.ts', code: "next === '>'", reason: SAME_END },
	{
		path: 'outcome/describeFailure.ts',
		code: "error.code ?? ''",
		mutator: 'StringLiteral',
		reason: SAME_END,
	},
	{
		path: 'errors/mask.ts',
		code: "join('\\\\0?')",
		reason:
			'killed by hand: the pattern is kept, and only the first test that asks for it counts as reaching it',
	},
	{
		path: 'startEvent/readCommand.ts',
		code: '{ isPowerShell: ',
		reason: 'another reading of the same text gives the same request',
	},
	{
		path: 'startEvent/readCommand.ts',
		code: 'const decodedShell',
		reason: 'another reading of the same text gives the same request',
	},
];
