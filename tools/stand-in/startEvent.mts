import { FLOWS } from './flows.mts';
import type { StandIn } from './server.mts';

/**
 * The request that a flow's Start Event shows, ready to be copied: a curl command with URL, token,
 * slug and an example context. Without `token`, a placeholder is in its place.
 */
export function startEventRequest(
	url: string,
	slug: string,
	context: object,
	token = '<ACCESS_TOKEN>',
): string {
	return [
		`curl -X PUT '${url}'`,
		`-H 'Authorization: Bearer ${token}'`,
		"-H 'Content-Type: application/json'",
		`-d '${JSON.stringify({ slug, context })}'`,
	].join(' \\\n  ');
}

/** The Start Event of every flow, as the platform shows it: a ready-made request for each environment. */
export function startEventsPage(startEvent: StandIn['startEvent']): string {
	const flows = Object.entries(FLOWS).map(([slug, { about, example }]) => {
		const [production, qa] = (['production', 'qa'] as const).map(
			(environment) => `${environment}\n${startEvent(environment, slug, example)}`,
		);
		return `${slug}: ${about}\n\n${production}\n\n${qa}`;
	});
	return flows.join('\n\n\n');
}
