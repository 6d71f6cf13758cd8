import { FLOWS } from './flows.mts';
import type { LoggedStart } from './startLog.mts';

/** The starts, newest first, as a page that renews itself every two seconds. */
export function statusPage(starts: readonly LoggedStart[]): string {
	const rows = [...starts].reverse().map(startRow).join('\n');
	const flows = Object.entries(FLOWS)
		.map(
			([slug, { about }]) =>
				`<tr><td><code>${escape(slug)}</code></td><td>${escape(about)}</td></tr>`,
		)
		.join('\n');
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>${starts.length} starts · stand-in flow service</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #ccc; padding: .4rem; text-align: left; vertical-align: top }
  pre { margin: 0; white-space: pre-wrap }
</style>
<h1>Stand-in flow service</h1>
<p>It takes the place of the real platform for demo and tests. What the platform does not specify
(its error codes, what flows answer) is this program's own choice.</p>
<h2>Starts: ${starts.length}</h2>
<table>
<tr><th>#</th><th>At</th><th>Environment</th><th>Slug</th><th>Context</th></tr>
${rows}
</table>
<h2>Flows</h2>
<table>
<tr><th>Slug</th><th>What it does</th></tr>
${flows}
</table>
</html>
`;
}

function startRow({ number, at, environment, slug, context }: LoggedStart): string {
	const cells = [String(number), at, environment, slug].map((text) => `<td>${escape(text)}</td>`);
	return `<tr>${cells.join('')}<td><pre>${escape(JSON.stringify(context, null, 2))}</pre></td></tr>`;
}

function escape(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
