import { FLOWS, type Flow } from './flows.mts';
import { escapeHtml, page } from './page.mts';
import { startEventRequest } from './startEvent.mts';
import type { Environment } from './startLog.mts';

/** What a customer has for each environment. */
type Access = Record<Environment, { url: string; token: string }>;

/** The Start Event of every flow, as the platform shows it: a ready-made request for each environment. */
export function startEventsPage(access: Access): string {
	const flows = Object.entries(FLOWS).map(([slug, flow]) => startEvent(slug, flow, access));
	return page('Start Events', `${HOW}\n${flows.join('\n')}`);
}

const HOW = `<p><a href="/">Its starts</a></p>
<p>Paste a request into <b>Start Event Request</b> of a Trigger Flow credential, and the requests of further flows
of the same environment into <b>More Flows</b>.</p>`;

function startEvent(slug: string, { about, example }: Flow, { qa, production }: Access): string {
	const requests = [
		['QA', qa],
		['Production', production],
	] as const;
	const shown = requests.map(
		([name, { url, token }]) =>
			`<h3>${name}</h3>\n<pre>${escapeHtml(startEventRequest(url, slug, example, token))}</pre>`,
	);
	return `<h2 id="${slug}">${slug}</h2>\n<p>${escapeHtml(about)}</p>\n${shown.join('\n')}`;
}
