import { FLOWS } from './flows.mts';
import { startEventRequest } from './startEvent.mts';
import type { Environment } from './startLog.mts';

const HOW = `Paste a request into "Start Event Request" of a Trigger Flow credential, and the requests of further flows
of the same environment into "More Flows".`;

/** The Start Event of every flow, as the platform shows it: a ready-made request for each environment. */
export function startEventsPage(access: Record<Environment, { url: string; token: string }>) {
	const flows = Object.entries(FLOWS).map(([slug, { about, example }]) => {
		const requests = Object.entries(access).map(
			([name, { url, token }]) => `${name}\n${startEventRequest(url, slug, example, token)}`,
		);
		return [`${slug}: ${about}`, ...requests].join('\n\n');
	});
	return [HOW, ...flows].join('\n\n\n');
}
