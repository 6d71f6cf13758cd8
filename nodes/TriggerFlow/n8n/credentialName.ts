/** The name of the credential type, wherever n8n asks for it. */
export const CREDENTIAL = 'triggerFlowApi';
