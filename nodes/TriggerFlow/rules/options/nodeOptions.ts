/** The options as the node uses them, the default where one was not added. */
export interface NodeOptions {
	/** The most starts at once. */
	concurrency: number;
	/** Whether an answer becomes `{ statusCode, headers, body }`. */
	fullResponse: boolean;
	/** Whether the input item's fields stand beside the answer's, which win where both have one. */
	includeInput: boolean;
	/** Whether fields of the form and of Fields that hold nothing are left out of the context. */
	leaveOutEmpty: boolean;
	/** Further tries of one start, at most. */
	maxRetries: number;
	protectProduction: boolean;
	/** The key that the answer is put under; empty: the answer is the item. */
	responseField: string;
	/** How an answer is read: by its content and headers, or as what the person says it is. */
	responseFormat: 'auto' | 'json' | 'text' | 'file';
	/** Whether a start whose outcome is unknown may be sent again: the flow is safe to start twice. */
	retryUnknown: boolean;
	/** Whether an array becomes one item per element. */
	splitArray: boolean;
	/** A dotted path in the context; empty: no key. */
	startKeyField: string;
	/** For one request, in ms. */
	timeout: number;
}
