import type { Workflow } from '../n8n/api.mts';
import { chain, node, webhook } from '../n8n/workflow.mts';
import { SIGN_UP_SLUG } from '../stand-in/flows.mts';
import { formSchema } from './formSchema.mts';

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
 * @param example The example context in that request.
 */
export function signUpWorkflow(
	credential: { id: string; name: string },
	example: Parameters<typeof formSchema>[0],
): Workflow {
	const value = Object.entries(MAPPING).map(([id, field]) => [id, `={{ $json.body.${field} }}`]);
	const contextMapping = {
		mappingMode: 'defineBelow',
		value: Object.fromEntries(value) as object,
		schema: formSchema(example, SIGN_UP_SLUG),
	};
	return chain('Sign-up form starts a flow', [
		{ ...webhook(WEBHOOK_PATH, { responseMode: 'responseNode' }), name: 'Sign-Up Form' },
		node('Trigger Flow', 'n8n-nodes-start-flow.startFlow', 1, {
			parameters: { flow: { __rl: true, mode: 'list', value: SIGN_UP_SLUG }, contextMapping },
			credentials: { startFlowApi: credential },
		}),
		node('Show the Answer', 'n8n-nodes-base.respondToWebhook', 1.1, {
			parameters: { respondWith: 'firstIncomingItem' },
		}),
	]);
}
