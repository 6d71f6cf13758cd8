import * as n8nWorkflow from 'n8n-workflow';

/** Whether n8n-workflow exports a name. A node cannot read n8n's version, but newer versions export more. */
export function isExported(name: string): boolean {
	return name in n8nWorkflow;
}
