import type { TransportError } from '../../../nodes/TriggerFlow/http/attempt';

/** A transport error as Node makes it where the request has not left: a code and its system call. */
export function transportError(code: string | undefined, message = 'it broke'): TransportError {
	return { code, syscall: SYSCALLS[code ?? ''], stood: false, message };
}

const SYSCALLS: Record<string, string> = {
	ENOTFOUND: 'getaddrinfo',
	EAI_AGAIN: 'getaddrinfo',
	EAI_NODATA: 'getaddrinfo',
	ECONNREFUSED: 'connect',
	EHOSTUNREACH: 'connect',
	EHOSTDOWN: 'connect',
	ENETUNREACH: 'connect',
	ENETDOWN: 'connect',
	EADDRNOTAVAIL: 'connect',
	EPROTO: 'write',
};
