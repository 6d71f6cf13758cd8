/** What the service sent back, before anything is read into it. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
	/** Whether the connection ended before the whole body had arrived. */
	isCutOff?: boolean;
}
