/** What a sign-up form hands over: pinned to the workflow's first node. */
export const SIGN_UP = {
	first_name: 'Grace',
	last_name: 'Hopper',
	email: 'grace@example.com',
	newsletter: false,
};

/** The node behind a form whose data is pinned. */
export function signUpWorkflow(name: string, parameters: object, credentials?: object) {
	return {
		name,
		nodes: [
			{
				id: 'start',
				name: 'Sign-Up Form',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'trigger-flow',
				name: 'Trigger Flow',
				type: 'n8n-nodes-trigger-flow.triggerFlow',
				typeVersion: 1.1,
				position: [260, 0],
				parameters,
				...(credentials && { credentials }),
			},
		],
		connections: {
			'Sign-Up Form': { main: [[{ node: 'Trigger Flow', type: 'main', index: 0 }]] },
		},
		pinData: { 'Sign-Up Form': [{ json: SIGN_UP }] },
	};
}
