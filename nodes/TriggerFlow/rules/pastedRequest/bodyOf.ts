import { MARK } from './findBodies';
import type { FoundCommand } from './findCommands';
import type { Command } from './readCommand';

/** The mark of the body that a command sends, where it is certain which one that is. */
export function bodyOf({ data, other }: Command, { text, before }: FoundCommand) {
	const [word] = data;
	const [front = '', first] = text.split(MARK);
	if (word === undefined) return AFTER_OPTION.test(front) ? first : undefined;
	if (word !== '@-') {
		const name = /^\$\{\{?([\w:]+)\}?$/.exec(word)?.[1];
		return name === undefined ? word : bodyIn(name, before);
	}
	const isBehind = other.some((each) => each.startsWith('<<')) && HERE.test(front);
	if (isBehind || (CAT.test(before) && LINES.test(text))) return first;
	return ECHO.exec(before)?.[1];
}

/** What a variable holds. What is assigned in parts, or again before it is used, could be anything. */
function bodyIn(name: string, before: string): string | undefined {
	// To PowerShell, a name is the same in any case.
	const assignment = new RegExp(`\\b(${name})\\b[\\w.[\\]"']{0,80}[ \\t]*[-+?:|&]?=`, 'i');
	const parts = before.split(assignment);
	const [ahead = '', found, behind = ''] = parts.slice(-3);
	const use = new RegExp(`-(?:d|data[\\w-]*|json|body)[\\s:="']{0,3}\\$\\{?${name}\\b`, 'i');
	const isOne = parts.length === 3 || use.test(ahead);
	const setAgain = new RegExp(`${SET_BY_NAME}[ \\t]${name}\\b`, 'i').test(behind);
	const isCertain = found === name && isOne && !setAgain && LINE.test(ahead);
	return isCertain ? WHOLE.exec(behind)?.[1] : undefined;
}

const LINE = /(?:^|\n)[ \t]*(?:\$ )?(?:(?:export|const|let|var)[ \t]+)?\$?$/;
const WHOLE = /^[ \t]*(\0\d+\0)[ \t]*[;\n]/;
/** What a shell sets without an equals sign. */
const SET_BY_NAME =
	/\b(?:for|printf[ \t]-v|(?:read|readarray|mapfile|getopts|Set-Variable)\b[^\n]{0,80})/.source;
/** Where a quote is missing somewhere, the option may stand in another word. */
const AFTER_OPTION = /[-–—‐‑−‒―](?:d|data(?:-(?:ascii|binary|raw))?|json|body)[=:\s\\^`]*$/i;
const HERE = /(?<!<)<<(?:<|[^\n<>]{1,200})\s*$/;
const LINES = /^(?:[^\n\\\0]|\\[^\0])*\n\s*\0/;
/** What is piped into the command, and nothing in between that could change it. */
const CAT = /\bcat[ \t]*<<-?[ \t]*["'\\]?\w{1,40}["']?[ \t]*\|\s*(?:\S{0,120}[/\\])?$/;
const ECHO =
	/(?:\becho(?:[ \t]+-n)?|\bprintf[ \t]+["']?%s(?:\\n)?["']?|\bcat[ \t]*<<<)[ \t]*(\0\d+\0)[\s\\]*\|[\s\\]*(?:\S{0,120}[/\\])?$/;
