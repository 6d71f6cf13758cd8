import type { Attempt } from '../rules/outcome/attempt';
import { BLOCKED } from '../rules/outcome/outcome';

/**
 * What n8n's HTTP helper threw, as an attempt. The helper wraps the library's error in its own: the
 * code stands under `cause.code`, or as text under `httpCode`.
 *
 * An error that has a status came after the answer had begun: its body broke off.
 */
export function readTransportFailure(error: unknown): Attempt {
	const { code, httpCode, message, cause } = (error ?? {}) as HelperError;
	const inner = (cause ?? {}) as HelperError;
	const status = inner.response?.status ?? Number(/^\d{3}$/.exec(String(httpCode))?.[0]);
	if (Number.isInteger(status)) {
		const headers = inner.response?.headers ?? {};
		return {
			answer: {
				statusCode: status,
				headers: { ...headers },
				body: Buffer.alloc(0),
				lost: 'brokenOff',
			},
		};
	}
	if (isBlocked(error) || isBlocked(cause)) {
		return { error: { code: BLOCKED, message: String(inner.message ?? message) } };
	}
	return {
		error: {
			code: inner.code ?? code ?? (typeof httpCode === 'string' ? httpCode : undefined),
			message: String(inner.message ?? message ?? error),
		},
	};
}

/** n8n's protection from SSRF has no code, only names: it refuses an address before it connects. */
function isBlocked(error: unknown): boolean {
	return /^SsrfBlocked/.test(String((error as HelperError | undefined)?.name));
}

interface HelperError {
	name?: string;
	code?: string;
	httpCode?: string | null;
	message?: string;
	cause?: unknown;
	response?: { status?: number; headers?: Record<string, string | string[] | undefined> };
}
