import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');

interface Service {
	image: string;
	command: string | string[];
	environment: Record<string, string | number>;
	volumes: string[];
}

const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), {
	merge: true,
}) as { services: Record<string, Service> };

const version = (path: string) =>
	(JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { version: string }).version;

test('it installs the version of the package that this is', () => {
	expect(String(services.packages?.command)).toContain(
		` n8n-nodes-trigger-flow@${version('package.json')} `,
	);
});

test('all parts of n8n are of one version, with the same settings and packages', () => {
	const [main, ...others] = ['main', 'webhook', 'worker'].map((name) => services[name]);
	for (const other of others) {
		expect(other?.environment).toEqual(main?.environment);
		expect(other?.volumes).toEqual(main?.volumes);
	}
	const images = ['packages', 'main', 'webhook', 'worker'].map((name) => services[name]?.image);
	expect(new Set(images).size).toBe(1);
});

test('no secret is written in it', () => {
	for (const { environment = {} } of Object.values(services)) {
		for (const [name, value] of Object.entries(environment)) {
			if (/PASSWORD|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:\?/);
		}
	}
});
