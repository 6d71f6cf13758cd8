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

/** By hand on Windows: the program that is started takes `\"` for a quote. */
export function windows(text: string): string {
	return `"${text.replaceAll('"', String.raw`\"`)}"`;
}

export function windowsDoubled(text: string): string {
	return `"${text.replaceAll('"', '""')}"`;
}

/** As browsers copy for cmd.exe: a caret before every sign, two line breaks for one. */
export function cmd(text: string): string {
	return `^"${carets(text)}^"`;
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

export function powerShellDouble(text: string): string {
	return `"${text.replace(/[`"$]/g, '`$&')}"`;
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
