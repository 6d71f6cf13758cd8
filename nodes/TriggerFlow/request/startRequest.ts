import { serializeContext } from '../context/serializeContext';

/** One start, ready to be sent. `context` is JSON text: what is checked is what is sent. */
export interface Start {
	slug: string;
	context: string;
}

/**
 * The documented request that starts a flow, all but its Authorization header: the token joins it
 * where it is sent, and nowhere else.
 */
export interface StartRequest {
	method: 'PUT';
	url: string;
	headers: { 'Content-Type': 'application/json' };
	body: string;
}

/**
 * A start from a slug, as it goes on the wire, and a context of any kind.
 *
 * @throws NotSentError for a context that is not a JSON object.
 */
export function createStart(slug: string, context: unknown): Start {
	return { slug, context: serializeContext(context) };
}

/**
 * The body has exactly `slug` and `context`, in that order.
 *
 * @param url The endpoint's, used as it is.
 */
export function startRequest(start: Start, url: string): StartRequest {
	return {
		method: 'PUT',
		url,
		headers: { 'Content-Type': 'application/json' },
		body: `{"slug":${JSON.stringify(start.slug)},"context":${start.context}}`,
	};
}
