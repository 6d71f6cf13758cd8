import type { Word } from './words';

/** One option of a curl command by its long name; a bare address is a `url`. */
export interface Option {
	name: string;
	/** `undefined` for an option that takes no value, or has none because the command ends. */
	value: Word | undefined;
}

/**
 * The options of a curl command: `-X PUT`, `-XPUT`, `-sSLX PUT`, `--request PUT`, and
 * `--request=PUT`, which curl itself does not know but people write.
 */
export function readOptions(words: readonly Word[]): Option[] {
	const options: Option[] = [];
	let onlyAddresses = false;
	for (let at = 0; at < words.length; at += 1) {
		const word = words[at] as Word;
		const text = withPlainDashes(word.text);
		if (onlyAddresses || !/^-./.test(text)) {
			options.push({ name: 'url', value: word });
		} else if (text === '--') {
			onlyAddresses = true;
		} else {
			if (text.startsWith('--')) options.push(longOption(text, word));
			else addShortOptions(options, text, word);
			const last = options.at(-1) as Option;
			if (last.value === undefined && TAKES_VALUE.has(last.name)) {
				at += 1;
				last.value = words[at];
			}
		}
	}
	return options;
}

/** The values of the options that have one of these names, in their order. */
export function valuesOf(options: readonly Option[], ...names: string[]): Word[] {
	return options.flatMap(({ name, value }) =>
		value !== undefined && names.includes(name) ? [value] : [],
	);
}

export function hasOption(options: readonly Option[], name: string): boolean {
	return options.some((option) => option.name === name);
}

/** Word processors make one long dash of two short ones, or a middle one of either. */
function withPlainDashes(text: string): string {
	const dashes = LONG_DASHES.exec(text)?.[0];
	if (dashes === undefined) return text;
	const rest = text.slice(dashes.length);
	return (/^[a-z][a-z\d.-]{2}/.test(rest) ? '--' : '-') + rest;
}

const LONG_DASHES = /^-?[–—‐‑−‒―]{1,2}-?/;

function longOption(text: string, word: Word): Option {
	const equals = text.indexOf('=');
	const name = text.slice(2, equals === -1 ? undefined : equals).replace(/^expand-/, '');
	const value = equals === -1 ? undefined : { text: text.slice(equals + 1), expands: word.expands };
	return { name, value };
}

/** Flags may be written together; the first letter that takes a value takes the rest of the word. */
function addShortOptions(options: Option[], text: string, word: Word): void {
	for (let at = 1; at < Math.min(text.length, MOST_FLAGS); at += 1) {
		const letter = text[at] ?? '';
		const name = SHORT.get(letter) ?? letter;
		if (!TAKES_VALUE.has(name)) {
			options.push({ name, value: undefined });
			continue;
		}
		const rest = text.slice(at + 1).replace(/^=/, '');
		const value = rest === '' ? undefined : { text: rest, expands: word.expands };
		options.push({ name, value });
		return;
	}
}

/** No cluster is longer than this: curl has fewer flags. */
const MOST_FLAGS = 60;

/** Source: curl's `src/tool_getparam.c`, the array `aliases`: all that is not BOOL or NONE. */
const TAKES_VALUE = new Set(
	`abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config
	connect-timeout connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data
	data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr
	dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save
	expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port
	ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256
	hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type knownhosts
	krb krb4 libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize
	max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max
	parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert
	proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key
	proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers
	proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file
	range rate referer request request-target resolve retry retry-delay retry-max-time
	sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname
	speed-limit speed-time ssl-sessions stderr telnet-option tftp-blksize time-cond tls-max
	tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket
	upload-file upload-flags url url-query user user-agent variable vlan-priority write-out`.split(
		/\s+/,
	),
);

/** The letters that take a value, and the flags that decide about the method or the body. */
const SHORT = new Map(
	Object.entries({
		A: 'user-agent',
		b: 'cookie',
		c: 'cookie-jar',
		C: 'continue-at',
		d: 'data',
		D: 'dump-header',
		e: 'referer',
		E: 'cert',
		F: 'form',
		G: 'get',
		H: 'header',
		I: 'head',
		K: 'config',
		m: 'max-time',
		o: 'output',
		P: 'ftp-port',
		Q: 'quote',
		r: 'range',
		t: 'telnet-option',
		T: 'upload-file',
		u: 'user',
		U: 'proxy-user',
		w: 'write-out',
		x: 'proxy',
		X: 'request',
		y: 'speed-time',
		Y: 'speed-limit',
		z: 'time-cond',
		':': 'next',
	}),
);
