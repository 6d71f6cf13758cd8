import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

export interface Certificate {
	key: string;
	cert: string;
}

export interface Certificates {
	/** To be trusted with `trust`. */
	good: Certificate;
	untrusted: Certificate;
}

/** Makes certificates of a service on this machine with openssl. */
export function makeCertificates(): Certificates {
	const folder = mkdtempSync(join(tmpdir(), 'start-flow-certificates-'));
	const read = (file: string) => readFileSync(join(folder, file), 'utf8');
	const selfSigned = (): Certificate => {
		const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
		const out = ['-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2'];
		const alsoNamed = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
		const names = ['-subj', '/CN=localhost', '-addext', alsoNamed];
		const args = ['req', '-x509', ...newKey, ...out, ...names];
		execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
		return { key: read('key.pem'), cert: read('cert.pem') };
	};
	try {
		return { good: selfSigned(), untrusted: selfSigned() };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/**
 * Makes this process trust a certificate, as NODE_EXTRA_CA_CERTS does, which Node reads only when it
 * starts. Node still checks each certificate.
 *
 * @returns A function that ends the trust.
 */
export function trust({ cert }: Certificate): () => void {
	const original = tls.createSecureContext;
	tls.createSecureContext = (options) => {
		const secure = original(options);
		(secure.context as { addCACert: (pem: string) => void }).addCACert(cert);
		return secure;
	};
	return () => {
		tls.createSecureContext = original;
	};
}
