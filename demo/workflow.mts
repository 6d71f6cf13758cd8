import { SIGN_UP_SLUG } from '../stand-in/flows.mts';
import type { Workflow } from '../tools/n8n/api.mts';

export const WEBHOOK_PATH = 'sign-up';

/** The fields that the sign-up form of a site builder sends, and the places they have in `session`. */
const FIELDS: Array<[name: string, formField: string, type: 'string' | 'boolean']> = [
	['session.first_name', 'first_name', 'string'],
	['session.last_name', 'last_name', 'string'],
	['session.email', 'email', 'string'],
	['session.newsletter', 'newsletter', 'boolean'],
	['session.terms_accepted', 'terms_accepted', 'boolean'],
	['session.interests.music', 'interest_music', 'boolean'],
	['session.interests.sports', 'interest_sports', 'boolean'],
	['session.interests.travel', 'interest_travel', 'boolean'],
];

/** One submission of that form. With it, the flow gets the context of `stand-in/session.json`. */
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

/** Webhook of a site builder's sign-up form → Trigger Flow → the flow's answer on the page. */
export function signUpWorkflow(credential: { id: string; name: string }): Workflow {
	return {
		name: 'Sign-up form starts a flow',
		nodes: [
			{
				id: 'webhook',
				name: 'Sign-Up Form',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: 'trigger-flow-demo',
				parameters: { httpMethod: 'POST', path: WEBHOOK_PATH, responseMode: 'responseNode' },
			},
			{
				id: 'trigger-flow',
				name: 'Trigger Flow',
				type: 'n8n-nodes-trigger-flow.triggerFlow',
				typeVersion: 1,
				position: [220, 0],
				parameters: {
					slug: SIGN_UP_SLUG,
					contextFields: {
						assignments: FIELDS.map(([name, formField, type], index) => ({
							id: String(index),
							name,
							type,
							value: `={{ $json.body.${formField} }}`,
						})),
					},
				},
				credentials: { triggerFlowApi: credential },
			},
			{
				id: 'respond',
				name: 'Show the Answer',
				type: 'n8n-nodes-base.respondToWebhook',
				typeVersion: 1.1,
				position: [440, 0],
				parameters: { respondWith: 'firstIncomingItem' },
			},
		],
		connections: {
			'Sign-Up Form': { main: [[{ node: 'Trigger Flow', type: 'main', index: 0 }]] },
			'Trigger Flow': { main: [[{ node: 'Show the Answer', type: 'main', index: 0 }]] },
		},
	};
}
