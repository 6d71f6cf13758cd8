import { shownName } from '../context/fieldPath';
import { dottedPath, withValueAt } from '../context/withValueAt';
import { isLoopback } from '../credential/baseUrl';
import { NotSentError } from '../errors/failure';

/** The field of a callback's address that says which start it belongs to. */
export const ID_PARAMETER = 'callbackId';

/**
 * The address that a flow calls back: that at which n8n resumes the execution, and an id that nobody can
 * guess. Every wait of an execution has the same address of n8n's, and early versions protect it by nothing.
 *
 * @param resumeUrl n8n's.
 * @param serviceUrl The endpoint URL that the start goes to.
 * @throws NotSentError where the service cannot reach it.
 */
export function callbackUrl(resumeUrl: string, id: string, serviceUrl: string): string {
	const url = new URL(resumeUrl);
	if (isLoopback(url.hostname) && !isLoopback(new URL(serviceUrl).hostname)) {
		throw new NotSentError(
			`The flow could not call back: this n8n gives its own address as ${url.origin}, which only this machine reaches`,
			'Set the environment variable WEBHOOK_URL to the address at which the service reaches n8n, and restart n8n. In queue mode, each worker needs it too.',
		);
	}
	url.searchParams.set(ID_PARAMETER, id);
	return url.href;
}

/**
 * The context with the address at a dotted path, in the place of what the example has there.
 *
 * @throws NotSentError for a path that is none, or that the context cannot hold.
 */
export function withCallbackUrl(context: unknown, field: unknown, url: string): unknown {
	const path = typeof field === 'string' ? dottedPath(field) : undefined;
	if (path === undefined) {
		throw new NotSentError(
			'Callback URL Field is not a field name, so the flow would not get the URL to call',
			'Write a field name such as callbackUrl, or a path such as meta.callbackUrl.',
		);
	}
	const withUrl = withValueAt(context, path, url, { replaces: true });
	if (withUrl !== undefined) return withUrl.context;
	throw new NotSentError(
		`The context has no room for the URL to call back at "${shownName(path.join('.'))}": what stands on the way there is no object`,
		'Enter another path in Callback URL Field, one that leads through objects only.',
	);
}
