import { escapeHtml, page } from './page.mts';
import type { LoggedCallback, LoggedStart } from './startLog.mts';

/** The starts, newest first, as a page that reloads every two seconds. */
export function statusPage(starts: readonly LoggedStart[]): string {
	const rows = [...starts].reverse().map(startRow).join('\n');
	return page(
		`${starts.length} starts`,
		`<p><a href="/start-events">The Start Events of its flows</a>: what to paste into Trigger Flow</p>
<h2>Starts: ${starts.length}</h2>
<table>
<tr><th>#</th><th>At</th><th>Environment</th><th>Slug</th><th>Context</th><th>Callbacks</th></tr>
${rows}
</table>`,
		'\n<meta http-equiv="refresh" content="2">',
	);
}

function startRow({ number, at, environment, slug, context, callbacks }: LoggedStart): string {
	const cells = [String(number), at, environment, slug].map(
		(text) => `<td>${escapeHtml(text)}</td>`,
	);
	const shown = [JSON.stringify(context, null, 2), callbacks.map(describeCallback).join('\n')].map(
		(text) => `<td><pre>${escapeHtml(text)}</pre></td>`,
	);
	return `<tr>${cells.join('')}${shown.join('')}</tr>`;
}

/** A callback with the answer to each of its attempts. */
function describeCallback({ body, attempts, isAccepted }: LoggedCallback): string {
	const state = isAccepted === undefined ? 'in flight' : isAccepted ? 'accepted' : 'given up';
	return [`${JSON.stringify(body)}: ${state}`, ...attempts.map((answer) => `→ ${answer}`)].join(
		'\n',
	);
}
