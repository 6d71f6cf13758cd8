import { dottedPath, withValueAt } from '../context/path';
import { isLoopback } from '../credential/access';
import { NotSentError } from '../shared/failure';
import { describeValue } from '../shared/json';
import { shorten } from '../shared/text';
import type { AwaitedCallback } from '../start/itemStart';

/** The field of a callback's address that says which start it belongs to. */
export const ID_PARAMETER = 'callbackId';

/**
 * The address that a flow calls back: that at which n8n resumes the execution, and an id that nobody can
 * guess. All waits of an execution share n8n's address, and n8n 1.x does not protect it.
 *
 * @param resumeUrl n8n's.
 * @param serviceUrl The endpoint URL that the start goes to.
 * @throws NotSentError where the service cannot reach it.
 */
export function callbackUrl(resumeUrl: string, id: string, serviceUrl: string): string {
	const url = new URL(resumeUrl);
	if (isLoopback(url.hostname) && !isLoopback(new URL(serviceUrl).hostname)) {
		throw new NotSentError(
			`The flow cannot call back, because only this machine can reach n8n's address ${url.origin}`,
			"Set the environment variable WEBHOOK_URL to n8n's public address and restart n8n. In queue mode, each worker needs it too.",
		);
	}
	url.searchParams.set(ID_PARAMETER, id);
	return url.href;
}

/**
 * The context with the address at a dotted path, in place of any other value there.
 *
 * @throws NotSentError for a path with an empty part, or that the context has no room for.
 */
export function withCallbackUrl(context: unknown, field: unknown, url: string): unknown {
	const path = typeof field === 'string' ? dottedPath(field) : undefined;
	if (path === undefined) {
		throw new NotSentError(
			'Callback URL Field is not a field name, so the flow would not get the URL to call',
			'Enter a field name such as callbackUrl, or a path such as meta.callbackUrl.',
		);
	}
	const withUrl = withValueAt(context, path, url, { replaces: true });
	if (withUrl !== undefined) return withUrl.context;
	throw new NotSentError(
		`The context has no room for the callback URL at "${shorten(path.join('.'), 200)}", because another value is in its way`,
		'Enter another path in Callback URL Field, one that leads through objects only.',
	);
}

/** In ms. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** In ms: ten years. n8n would wait forever for a date that is much later. */
const LONGEST = 3_650 * UNITS.days;

/**
 * How long to wait for a callback. An expression may give the number itself or its text.
 *
 * @throws NotSentError for anything but a time above 0, of ten years at most.
 */
export function readWaitLimit(limit: unknown, unit: unknown): AwaitedCallback['limit'] {
	const number = typeof limit === 'string' ? Number(limit) : limit;
	if (typeof number === 'number' && number > 0) {
		// NaN for an unknown unit.
		const ms = number * UNITS[unit as keyof typeof UNITS];
		const words = `${number} ${number === 1 ? String(unit).slice(0, -1) : String(unit)}`;
		if (ms <= LONGEST) return { ms, words };
	}
	const isShown = typeof limit === 'number' || (typeof limit === 'string' && limit.trim() !== '');
	const found = isShown ? `"${shorten(String(limit), 40)} ${String(unit)}"` : describeValue(limit);
	throw new NotSentError(
		`Limit Wait Time is ${found}, but must be more than 0 and at most ten years`,
		'Enter a number such as 24, and choose minutes, hours or days.',
	);
}
