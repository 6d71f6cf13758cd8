import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

export interface Certificate {
	key: string;
	cert: string;
}

export interface Certificates {
	/** The authority that has signed all but `untrusted`. */
	authority: string;
	good: Certificate;
	expired: Certificate;
	untrusted: Certificate;
}

const HERE = 'subjectAltName=DNS:localhost,IP:127.0.0.1';

/** Makes certificates of a service on this machine with openssl. */
export function makeCertificates(): Certificates {
	const folder = mkdtempSync(join(tmpdir(), 'start-flow-certificates-'));
	const openssl = (...args: string[]) =>
		execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
	const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
	const read = (name: string): Certificate => ({
		key: readFileSync(join(folder, `${name}.key`), 'utf8'),
		cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
	});
	const selfSigned = (name: string, subject: string, ...more: string[]) => {
		const out = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
		openssl('req', '-x509', ...newKey, ...out, '-subj', subject, '-days', '2', ...more);
		return read(name);
	};
	const signed = (name: string, days: string, names: string) => {
		writeFileSync(join(folder, `${name}.ext`), names);
		const request = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
		openssl('req', ...newKey, ...request, '-subj', '/CN=localhost');
		const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', days];
		const files = ['-in', `${name}.csr`, '-extfile', `${name}.ext`, '-out', `${name}.pem`];
		openssl('x509', '-req', ...files, ...by);
		return read(name);
	};
	try {
		const { cert: authority } = selfSigned('ca', '/CN=Test CA');
		return {
			authority,
			good: signed('good', '2', HERE),
			expired: signed('expired', '-1', HERE),
			untrusted: selfSigned('untrusted', '/CN=localhost', '-addext', HERE),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/**
 * Makes this process trust an authority, as NODE_EXTRA_CA_CERTS does, which Node reads only when it
 * starts. Node still checks each certificate.
 *
 * @returns A function that ends the trust.
 */
export function trust(authority: string): () => void {
	const original = tls.createSecureContext;
	tls.createSecureContext = (options) => {
		const secure = original(options);
		(secure.context as { addCACert: (cert: string) => void }).addCACert(authority);
		return secure;
	};
	return () => {
		tls.createSecureContext = original;
	};
}
