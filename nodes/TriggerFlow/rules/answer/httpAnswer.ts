/** What the service sent back, before anything is read into it. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
	/** Why there is no body although there was one. */
	lost?: 'brokenOff' | 'tooLarge';
}
