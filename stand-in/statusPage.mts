import { escapeHtml, page } from './page.mts';
import type { LoggedStart } from './startLog.mts';

/** The starts, newest first, as a page that renews itself every two seconds. */
export function statusPage(starts: readonly LoggedStart[]): string {
	const rows = [...starts].reverse().map(startRow).join('\n');
	return page(
		`${starts.length} starts`,
		`<p><a href="/start-events">The Start Events of its flows</a>: what to paste into Trigger Flow</p>
<h2>Starts: ${starts.length}</h2>
<table>
<tr><th>#</th><th>At</th><th>Environment</th><th>Slug</th><th>Context</th></tr>
${rows}
</table>`,
		'\n<meta http-equiv="refresh" content="2">',
	);
}

function startRow({ number, at, environment, slug, context }: LoggedStart): string {
	const cells = [String(number), at, environment, slug].map(
		(text) => `<td>${escapeHtml(text)}</td>`,
	);
	return `<tr>${cells.join('')}<td><pre>${escapeHtml(JSON.stringify(context, null, 2))}</pre></td></tr>`;
}
