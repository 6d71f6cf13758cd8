import { FLOWS, type Flow } from './flows.mts';
import { startEventRequest } from './startEvent.mts';
import type { Environment } from './startLog.mts';

/** What a customer has for each environment. */
type Access = Record<Environment, { url: string; token: string }>;

/** The Start Event of every flow, as the platform shows it: a ready-made request for each environment. */
export function startEventsPage(access: Access): string {
	const flows = Object.entries(FLOWS).map(([slug, flow]) => startEvent(slug, flow, access));
	return [HOW, ...flows].join('\n\n\n');
}

const HOW = `Paste a request into "Start Event Request" of a Trigger Flow credential, and the requests of further flows
of the same environment into "More Flows".`;

function startEvent(slug: string, { about, example }: Flow, { qa, production }: Access): string {
	const request = ({ url, token }: Access['qa']) => startEventRequest(url, slug, example, token);
	return `${slug}: ${about}\n\nQA\n${request(qa)}\n\nProduction\n${request(production)}`;
}
