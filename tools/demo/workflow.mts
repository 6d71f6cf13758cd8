import type { SavedCredential, Workflow } from '../n8n/api.mts';
import { filledForm, fromList } from '../n8n/parameters.mts';
import { chain, node, webhook } from '../n8n/workflow.mts';
import { SLUGS } from '../stand-in/flows.mts';
import session from '../stand-in/session.json';

export const WEBHOOK_PATH = 'sign-up';

/** One submission of a site builder's sign-up form. */
export const SUBMISSION = {
	first_name: 'Ada',
	last_name: 'Lovelace',
	email: 'ada@example.com',
	newsletter: true,
	terms_accepted: true,
	interest_music: true,
	interest_sports: false,
	interest_travel: true,
};

/** Which of the form's fields is dragged into which field of the context. */
const MAPPING: Record<string, keyof typeof SUBMISSION> = {
	'/session/first_name': 'first_name',
	'/session/last_name': 'last_name',
	'/session/email': 'email',
	'/session/newsletter': 'newsletter',
	'/session/terms_accepted': 'terms_accepted',
	'/session/interests/music': 'interest_music',
	'/session/interests/sports': 'interest_sports',
	'/session/interests/travel': 'interest_travel',
};

/**
 * Webhook of a site builder's sign-up form → Trigger Flow → the flow's answer on the page.
 *
 * @param credential A credential that contains the request of the sign-up flow.
 */
export function signUpWorkflow(credential: SavedCredential): Workflow {
	const values = Object.entries(MAPPING).map(([id, field]) => [id, `={{ $json.body.${field} }}`]);
	const contextMapping = filledForm(session, SLUGS.signUp, Object.fromEntries(values));
	return chain('Sign-up form starts a flow', [
		{ ...webhook(WEBHOOK_PATH, { responseMode: 'responseNode' }), name: 'Sign-Up Form' },
		node('Trigger Flow', 'n8n-nodes-start-flow.startFlow', 1, {
			parameters: { flow: fromList(SLUGS.signUp), contextMapping },
			credentials: { startFlowApi: credential },
		}),
		node('Show the Answer', 'n8n-nodes-base.respondToWebhook', 1.1, {
			parameters: { respondWith: 'firstIncomingItem' },
		}),
	]);
}
