import { isJsonObject, type JsonValue } from '../context/json';
import { readOptions, type Option } from './curlOptions';
import { findCommand, type FoundCommand } from './findCommand';
import { decodeHtml, isHtml } from './html';
import { jsonBodyIn } from './readBody';
import { splitCmdWords } from './splitCmdWords';
import { splitWords } from './splitWords';
import type { Words } from './words';

/** A curl command in a pasted text. */
export interface CurlCommand {
	options: Option[];
	/** The JSON of its body, where it has one that is JSON. */
	body: JsonValue | undefined;
	/** Whether a quote was opened that nothing closes. */
	isUnclosed: boolean;
	/** Whether it has more words and quotes than any request. */
	isEndless: boolean;
	/** Whether another command follows it. */
	isOneOfMany: boolean;
	/** Whether its options are those of PowerShell's own `curl`. */
	isPowerShell: boolean;
}

/**
 * The curl command in a pasted text; `undefined` when there is none. In Windows PowerShell, `curl`
 * is another name for Invoke-WebRequest, which has options of its own.
 *
 * Which command line it was written for can often be told only from what comes out: it is taken
 * for the likeliest one, unless only another one gives a JSON body.
 */
export function readCommand(text: string): CurlCommand | undefined {
	const found = findCommand(text);
	if (found === undefined) return undefined;
	let likeliest: CurlCommand | undefined;
	for (const reading of readings(text, found)) {
		if (likeliest === undefined && reading.isPowerShell) return undefined;
		likeliest ??= reading;
		if (isJsonObject(reading.body) && !reading.isUnclosed) return reading;
		if (reading.isEndless || text.length > LONGEST_REREAD) break;
	}
	return likeliest;
}

/** A longer text is read in one way only: the work on a hostile one is bounded. */
const LONGEST_REREAD = 50_000;

/** Every way the text may be meant, the likeliest first. */
function* readings(text: string, found: FoundCommand): Generator<CurlCommand> {
	const { start, isExe, isInBackticks } = found;
	const bash = splitWords(text, start, { isPowerShell: false, isInBackticks });
	const shell = bash.looksLike ?? (isExe ? 'powerShell' : 'bash');
	const inShell = {
		bash: () => [bash],
		cmd: () => [splitCmdWords(text, start, false), splitCmdWords(text, start, true)],
		powerShell: () => [splitWords(text, start, { isPowerShell: true, isInBackticks })],
	};
	for (const words of inShell[shell]()) yield command(text, words);
	for (const other of ['bash', 'powerShell', 'cmd'] as const) {
		if (other === shell) continue;
		for (const words of inShell[other]()) yield command(text, words);
	}
	if (isHtml(text)) {
		const decoded = decodeHtml(text);
		const from = findCommand(decoded)?.start;
		const decodedShell = { isPowerShell: false, isInBackticks };
		if (from !== undefined) yield command(decoded, splitWords(decoded, from, decodedShell));
	}
}

function command(text: string, { words, end, isUnclosed, isEndless }: Words): CurlCommand {
	const options = readOptions(words);
	return {
		options,
		body: jsonBodyIn(options),
		isUnclosed,
		isEndless,
		isOneOfMany: findCommand(text, end)?.isCertain === true,
		isPowerShell: words.some(({ text: word }) => POWERSHELL_OPTION.test(word)),
	};
}

const POWERSHELL_OPTION =
	/^-(?:uri|method|body|headers|contenttype|usebasicparsing|infile|outfile|websession)$/i;
