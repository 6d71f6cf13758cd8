import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';

import type { Certificates } from './certificates.mts';

/** How a request gets to the service. `tunnel`: https through a proxy's CONNECT. */
export const ROUTES = ['tcp', 'tls12', 'tls13', 'proxy', 'tunnel12', 'tunnel13'] as const;
export type Route = (typeof ROUTES)[number];

export const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];

/** The two ends of the connection that a way breaks; the service's TLS is behind `service`. */
export interface Line {
	client: Socket;
	service: Socket;
	/** Resolves when the client has read the head of the answer. */
	answered: Promise<void>;
}

/** What the node says of a start; `answer`: it was started. */
export type Said = 'answer' | 'notStarted' | 'rejected' | 'unknown';

/** One way in which a connection fails, at one moment of a request. */
export interface Way {
	title: string;
	/** Default: all. */
	over?: readonly Route[];
	/** Default: both. */
	sizes?: readonly Size[];
	/** What the node has to say. */
	says: Said | Partial<Record<Route, Said>>;
	/** Whether nothing comes any more: then a time-out has to end it. */
	isSilent?: boolean;
	/** A URL at which nobody is; default: the service's. */
	url?: (scheme: string, deadPort: number) => string;
	/** The proxy to go through; default: one that works. */
	proxy?: (deadPort: number) => string;
	certificate?: Exclude<keyof Certificates, 'authority'>;
	/** Whether the service asks for the client's certificate. */
	asksForCertificate?: boolean;
	/** Instead of passing the request on, once the proxy has read what is asked of it. */
	atProxy?: (client: Socket) => void;
	/** As soon as the connection stands. */
	onConnect?: (line: Line) => void;
	/** With the first bytes, in place of passing them on: the request's, or those of the handshake. */
	onFirstBytes?: (line: Line) => void;
	/** With the first part of a large request: the rest is not read. */
	within?: (line: Line) => void;
	/** When the service has read the whole request. */
	onRead?: (line: Line, response: ServerResponse, certificates: Certificates) => void;
}

export interface Moment {
	title: string;
	/** Whether the service has read the whole request by then. */
	isRead: boolean;
	ways: Way[];
}

const TLS = ['tls12', 'tls13', 'tunnel12', 'tunnel13'] as const;
const TLS_12 = ['tls12', 'tunnel12'] as const;
const TLS_13 = ['tls13', 'tunnel13'] as const;
const TUNNELS = ['tunnel12', 'tunnel13'] as const;
const PROXIES = ['proxy', ...TUNNELS] as const;
const DIRECT = ['tcp', 'tls12', 'tls13'] as const;

const reset = ({ client }: Line) => client.resetAndDestroy();
const end = ({ client }: Line) => client.destroy();
/** Its own side is closed, the other one still read. */
const halfClose = ({ client }: Line) => client.end();
const nothing = () => {};
const gatewayTimeout = 'HTTP/1.1 504 Gateway Time-out\r\nContent-Length: 0\r\n\r\n';
/** As a balancer does that speaks no TLS itself. */
const plainText = ({ client }: Line) => client.write(gatewayTimeout);
/** The alert `handshake_failure`, unencrypted. */
const plainAlert = ({ client }: Line) =>
	client.write(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 40]));
/**
 * A record that nobody can decrypt, long enough to end one that has begun: the service's own TLS sends
 * a fatal alert and ends.
 */
const alert = ({ service }: Line) =>
	service.write(Buffer.concat([Buffer.from([0x17, 0x03, 0x03, 0x00, 0x40]), Buffer.alloc(20_000)]));
/** A new handshake, for a certificate that the client has none of: ends in `handshake_failure`. */
const renegotiate = (_line: Line, response: ServerResponse) => {
	const socket = response.socket as TLSSocket;
	socket.renegotiate({ requestCert: true, rejectUnauthorized: true }, nothing);
};

/** A new handshake, with another certificate than the first one had. */
const changeCertificate = (_line: Line, response: ServerResponse, { expired }: Certificates) => {
	const socket = response.socket as TLSSocket & { setKeyCert: (secure: SecureContext) => void };
	socket.setKeyCert(createSecureContext(expired));
	socket.renegotiate({}, nothing);
};

function answered(status: string, ...headers: string[]) {
	return (client: Socket) =>
		client.end(
			[`HTTP/1.1 ${status}`, ...headers, 'Content-Length: 0', 'Connection: close', '', ''].join(
				'\r\n',
			),
		);
}

/** An answer whose body breaks off, and then what breaks it. */
function halfAnswer(status: number, breakOff: (line: Line) => void) {
	return (line: Line, response: ServerResponse) => {
		response.writeHead(status, { 'content-length': 1000, 'content-type': 'application/json' });
		response.write('{"half":');
		void line.answered.then(() => breakOff(line));
	};
}

export const MOMENTS: Moment[] = [
	{
		title: 'Before there is a connection',
		isRead: false,
		ways: [
			{
				title: 'The address is not found',
				over: DIRECT,
				url: (scheme) => `${scheme}://nowhere.invalid/`,
				says: 'notStarted',
			},
			{
				title: 'The connection is refused',
				over: DIRECT,
				url: (scheme, port) => `${scheme}://127.0.0.1:${port}/`,
				says: 'notStarted',
			},
			{
				title: 'All addresses of the name refuse the connection',
				over: DIRECT,
				url: (scheme, port) => `${scheme}://localhost:${port}/`,
				says: 'notStarted',
			},
			{
				title: 'The network is unreachable',
				over: DIRECT,
				// The kernel lets no TCP go to a broadcast address: nothing leaves the machine.
				url: (scheme) => `${scheme}://255.255.255.255/`,
				says: 'notStarted',
			},
			{
				title: "The proxy's address is not found",
				over: PROXIES,
				proxy: () => 'http://nowhere.invalid:3128',
				says: 'notStarted',
			},
			{
				title: 'The proxy refuses the connection',
				over: PROXIES,
				proxy: (port) => `http://127.0.0.1:${port}`,
				says: 'notStarted',
			},
		],
	},
	{
		title: 'At the proxy',
		isRead: false,
		ways: [
			{ title: 'It answers 407', over: PROXIES, atProxy: answered('407 No'), says: 'rejected' },
			{ title: 'It answers 403', over: PROXIES, atProxy: answered('403 No'), says: 'rejected' },
			{ title: 'It answers 502', over: PROXIES, atProxy: answered('502 Bad'), says: 'unknown' },
			{ title: 'It answers 503', over: PROXIES, atProxy: answered('503 Busy'), says: 'unknown' },
			{
				title: 'It answers 503 with a Retry-After',
				over: PROXIES,
				atProxy: answered('503 Busy', 'Retry-After: 0'),
				says: 'notStarted',
			},
			{
				title: 'It answers 503 with a Retry-After that cannot be read',
				over: PROXIES,
				atProxy: answered('503 Busy', 'Retry-After: soon'),
				says: 'unknown',
			},
			{
				title: 'It closes the connection',
				over: PROXIES,
				atProxy: (client) => client.destroy(),
				says: 'unknown',
			},
			{
				title: 'It resets the connection',
				over: PROXIES,
				atProxy: (client) => client.resetAndDestroy(),
				says: 'unknown',
			},
			{
				title: 'It never answers',
				over: PROXIES,
				atProxy: nothing,
				isSilent: true,
				says: 'unknown',
			},
			{
				title: 'It opens the tunnel and closes it',
				over: TUNNELS,
				atProxy: (client) =>
					client.write('HTTP/1.1 200 OK\r\n\r\n', () => setImmediate(() => client.destroy())),
				says: 'unknown',
			},
			{
				title: 'It opens the tunnel and speaks plain text in it',
				over: TUNNELS,
				atProxy: (client) => {
					client.once('data', () => client.write(gatewayTimeout));
					client.write('HTTP/1.1 200 OK\r\n\r\n');
				},
				says: 'notStarted',
			},
		],
	},
	{
		title: 'Before the request, or in the handshake of TLS',
		isRead: false,
		ways: [
			{ title: 'The connection is reset at once', onConnect: reset, says: 'unknown' },
			{ title: 'It is closed at once', onConnect: end, says: 'unknown' },
			{ title: 'It is closed on one side at once', onConnect: halfClose, says: 'unknown' },
			{ title: 'It is reset in the handshake', over: TLS, onFirstBytes: reset, says: 'unknown' },
			{ title: 'It is closed in the handshake', over: TLS, onFirstBytes: end, says: 'unknown' },
			{
				title: 'The handshake never ends',
				over: TLS,
				onFirstBytes: nothing,
				isSilent: true,
				says: 'unknown',
			},
			{
				title: 'Plain text comes in the handshake',
				over: TLS,
				onFirstBytes: plainText,
				says: 'notStarted',
			},
			{
				title: 'An alert comes in the handshake',
				over: TLS,
				onFirstBytes: plainAlert,
				says: 'notStarted',
			},
			{
				title: 'Nobody trusts the certificate',
				over: TLS,
				certificate: 'untrusted',
				says: 'notStarted',
			},
			{
				title: 'The certificate has expired',
				over: TLS,
				certificate: 'expired',
				says: 'notStarted',
			},
			{
				title: 'The certificate is for another host',
				over: TLS,
				certificate: 'otherHost',
				says: 'notStarted',
			},
			{
				title: "The service wants a client's certificate",
				over: TLS_12,
				asksForCertificate: true,
				says: 'notStarted',
			},
			{
				// The request leaves before the service has judged the client.
				title: "The service wants a client's certificate",
				over: TLS_13,
				asksForCertificate: true,
				says: 'unknown',
			},
		],
	},
	{
		title: 'Within the request',
		isRead: false,
		ways: [
			{ title: 'The connection is reset', sizes: ['large'], within: reset, says: 'unknown' },
			{ title: 'It is closed', sizes: ['large'], within: end, says: 'unknown' },
			{ title: 'It is closed on one side', sizes: ['large'], within: halfClose, says: 'unknown' },
			{
				title: 'No more is read',
				sizes: ['large'],
				within: nothing,
				isSilent: true,
				says: 'unknown',
			},
			{
				title: 'Plain text comes',
				over: TLS,
				sizes: ['large'],
				within: plainText,
				says: 'unknown',
			},
			{
				title: 'A plain alert comes',
				over: TLS,
				sizes: ['large'],
				within: plainAlert,
				says: 'unknown',
			},
			{ title: 'An alert comes', over: TLS, sizes: ['large'], within: alert, says: 'unknown' },
		],
	},
	{
		title: 'After the request was read',
		isRead: true,
		ways: [
			{ title: 'The connection is reset', onRead: reset, says: 'unknown' },
			{ title: 'It is closed', onRead: end, says: 'unknown' },
			{ title: 'It is closed on one side', onRead: halfClose, says: 'unknown' },
			{ title: 'No answer comes', onRead: nothing, isSilent: true, says: 'unknown' },
			{
				title: 'What comes is not HTTP',
				onRead: (_line, { socket }) => socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
				says: 'unknown',
			},
			{ title: 'Plain text comes, a 504', over: TLS, onRead: plainText, says: 'unknown' },
			{ title: 'A plain alert comes', over: TLS, onRead: plainAlert, says: 'unknown' },
			{ title: 'An alert comes', over: TLS, onRead: alert, says: 'unknown' },
			{
				title: "A new handshake asks for a client's certificate",
				over: TLS_12,
				onRead: renegotiate,
				says: 'unknown',
			},
			{
				title: 'A new handshake brings a certificate that has expired',
				over: TLS_12,
				onRead: changeCertificate,
				says: 'unknown',
			},
		],
	},
	{
		title: 'Within the answer',
		isRead: true,
		ways: [
			{
				title: 'The connection is reset within a failure',
				onRead: halfAnswer(500, reset),
				says: 'unknown',
			},
			{ title: 'It is closed within a failure', onRead: halfAnswer(500, end), says: 'unknown' },
			{
				title: 'Plain text comes within a failure',
				over: TLS,
				onRead: halfAnswer(500, plainText),
				says: 'unknown',
			},
			{
				title: 'An alert comes within a failure',
				over: TLS,
				onRead: halfAnswer(500, alert),
				says: 'unknown',
			},
			{
				title: 'The connection is reset within a success',
				onRead: halfAnswer(200, reset),
				says: 'answer',
			},
			{ title: 'It is closed within a success', onRead: halfAnswer(200, end), says: 'answer' },
			{
				title: 'Plain text comes within a success',
				over: TLS,
				onRead: halfAnswer(200, plainText),
				says: 'answer',
			},
			{
				title: 'An alert comes within a success',
				over: TLS,
				onRead: halfAnswer(200, alert),
				says: 'answer',
			},
			{
				title: 'The rest of a success never comes',
				onRead: halfAnswer(200, nothing),
				isSilent: true,
				says: 'answer',
			},
		],
	},
];
