import type { FlowCredential } from '../../../nodes/StartFlow/credential/flowCredential';
import { startEventRequest } from '../../../tools/stand-in/startEvent.mts';

export const QA = 'https://qa.flows.example/start';
export const TOKEN = 'k7Qz-2f6a90c4d1b73e58';

interface Parts {
	url?: string;
	token?: string;
	context?: object;
}

/** The curl command that a Start Event shows. */
export const curl = (slug: string, { url = QA, token = TOKEN, context = {} }: Parts = {}) =>
	startEventRequest(url, slug, context, token);

/** A credential that contains the flows with these slugs. */
export const holding = (...slugs: string[]): FlowCredential => ({
	environment: 'qa',
	baseUrl: QA,
	accessToken: TOKEN,
	examples: new Map(slugs.map((slug) => [slug, {}])),
});
