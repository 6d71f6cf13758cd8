import type { IWebhookDescription } from 'n8n-workflow';

/** At which n8n resumes an execution that waits in the node, and only that: no workflow begins here. */
export const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// Else n8n answers with the first entry of the workflow's data.
		responseData: '',
		path: '',
		restartWebhook: true,
		isFullPath: true,
	},
];
