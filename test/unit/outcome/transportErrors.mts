import type { TransportError } from '../../../nodes/StartFlow/http/attempt';

const SYSCALLS: Record<string, string> = {
	ENOTFOUND: 'getaddrinfo',
	EAI_AGAIN: 'getaddrinfo',
	ECONNREFUSED: 'connect',
	EHOSTUNREACH: 'connect',
	ENETUNREACH: 'connect',
	EPROTO: 'write',
	ECONNRESET: 'read',
};

/** A transport error as Node makes it: a code and its system call. Only EPROTO comes before TLS is set up. */
export function transportError(code: string | undefined, message = 'it broke'): TransportError {
	return { code, syscall: SYSCALLS[code ?? ''], isHandshaking: code === 'EPROTO', message };
}
