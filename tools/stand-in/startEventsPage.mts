import { FLOWS } from './flows.mts';
import type { StandIn } from './server.mts';

const HOW = `Paste a request into "Start Event Request" of a Trigger Flow credential, and the requests of further flows
of the same environment into "More Flows".`;

/** The Start Event of every flow, as the platform shows it: a ready-made request for each environment. */
export function startEventsPage(startEvent: StandIn['startEvent']): string {
	const flows = Object.entries(FLOWS).map(([slug, { about, example }]) => {
		const requests = (['production', 'qa'] as const).map(
			(environment) => `${environment}\n${startEvent(environment, slug, example)}`,
		);
		return [`${slug}: ${about}`, ...requests].join('\n\n');
	});
	return [HOW, ...flows].join('\n\n\n');
}
