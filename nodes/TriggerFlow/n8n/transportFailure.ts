import type { Attempt } from '../rules/sending/attempt';

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
				isCutOff: true,
			},
		};
	}
	return {
		error: {
			code: inner.code ?? code ?? (typeof httpCode === 'string' ? httpCode : undefined),
			message: String(inner.message ?? message ?? error),
		},
	};
}

interface HelperError {
	code?: string;
	httpCode?: string | null;
	message?: string;
	cause?: unknown;
	response?: { status?: number; headers?: Record<string, string | string[] | undefined> };
}
