/** How the programs that people copy from put a text between quotes. */

export function bash(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function bashDouble(text: string): string {
	return `"${text.replace(/[\\"$`]/g, String.raw`\$&`)}"`;
}

/** `$'…'`, as Chrome writes a text with an apostrophe, an exclamation mark or a line break. */
export function ansi(text: string): string {
	const escaped = text
		.replace(/[\\']/g, String.raw`\$&`)
		.replaceAll('\n', String.raw`\n`)
		.replace(
			/[!\u007f-\uffff]/g,
			(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
		);
	return `$'${escaped}'`;
}

/** `$'…'` as bash itself understands it, also beyond the first 65,536 signs. */
export function ansiExact(text: string): string {
	const escaped = text
		.replace(/[\\']/g, String.raw`\$&`)
		.replaceAll('\n', String.raw`\n`)
		.replace(
			/[\u007f-\u{10ffff}]/gu,
			(sign) => `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
		);
	return `$'${escaped}'`;
}

/** By hand on Windows: the program that is started takes `\"` for a quote. */
export function windows(text: string): string {
	return `"${text.replaceAll('"', String.raw`\"`)}"`;
}

/** The same with nothing left to chance: backslashes in front of a quote are doubled. */
export function windowsExact(text: string): string {
	return `"${text.replace(/(\\*)"/g, String.raw`$1$1\"`)}"`;
}

export function windowsDoubled(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

/** As browsers copy for cmd.exe: a caret before every sign, two line breaks for one. */
export function cmd(text: string): string {
	return `^"${carets(text)}^"`;
}

/** As Chrome and Firefox copy for cmd.exe since: every backslash of the text is doubled as well. */
export function chromeCmd(text: string): string {
	const escaped = text
		.replace(/[\\"]/g, String.raw`\$&`)
		.replace(/[^a-zA-Z0-9\s_:=+~'/.,?;()*`-]/g, '^$&')
		.replace(/%(?=[a-zA-Z0-9_])/g, '%^')
		.replace(/\r?\n/g, '^\n\n');
	return `^"${escaped}^"`;
}

/** As Chrome did until 2023: the same between plain quotes. */
export function oldCmd(text: string): string {
	return `"${carets(text)}"`;
}

function carets(text: string): string {
	return text
		.replaceAll('"', String.raw`\"`)
		.replace(/[\\"{}[\]<>&|%^!@#$]/g, '^$&')
		.replace(/%(?=\w)/g, '%^')
		.replaceAll('\n', '^\n\n');
}

export function powerShell(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

/** Windows PowerShell 5.1 loses quotes without a backslash on the way to a program. */
export function powerShell5(text: string): string {
	return powerShell(text.replaceAll('"', String.raw`\"`));
}

export function powerShell5Exact(text: string): string {
	return powerShell(windowsExact(text).slice(1, -1));
}

export function powerShellDouble(text: string): string {
	return `"${text.replace(/[`"$]/g, '`$&')}"`;
}

/** As Chrome copies for PowerShell. */
export function chromePowerShell(text: string): string {
	const escaped = text
		.replace(/[`$"]/g, '`$&')
		.replace(/[^\x20-\x7e]/g, (sign) => `$([char]${sign.charCodeAt(0)})`);
	return `"${escaped}"`;
}

/** One API client puts these signs between double quotes with a backslash, wherever it is. */
export function postmanDouble(text: string): string {
	return `"${text.replace(/[\\"`#$!]/g, String.raw`\$&`)}"`;
}

/** As many scripts do it: the quotes are closed, the apostrophe stands in others. */
export function spliced(text: string): string {
	return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** A cell of a spreadsheet, as it is copied or saved. */
export function cell(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

/** Every line with what `prefix` gives for its number, counted from 1. */
export function eachLine(text: string, prefix: (line: number) => string): string {
	return text
		.split('\n')
		.map((line, index) => prefix(index + 1) + line)
		.join('\n');
}

/** What Word, Google Docs and macOS make of a text while it is written. */
export function autoformat(text: string): string {
	return text
		.replaceAll('--', '—')
		.replace(/(^|[\s({[:,=‘“])"/g, '$1“')
		.replaceAll('"', '”')
		.replace(/(^|[\s({[:,=‘“”])'/g, '$1‘')
		.replaceAll("'", '’');
}

/** What a page's source has for a text. */
export function html(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}
