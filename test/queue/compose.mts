import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { PROJECT } from '../../tools/project.mts';

/** The part of examples/compose.yaml that can be run without Docker. */
interface Service {
	command: string | string[];
	environment?: Record<string, unknown>;
	deploy?: { replicas: number };
}

const file = join(PROJECT, 'examples', 'compose.yaml');

const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
	services: Record<string, Service>;
};

/** A service's command, in words. */
export function commandOf(name: string): string[] {
	return [service(name).command].flat().flatMap((part) => part.split(' '));
}

/** A service's environment. A value such as `${NAME:-default}` is not changed. */
export function environmentOf(name: string): Record<string, string> {
	return Object.fromEntries(
		Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, String(value)]),
	);
}

export function replicasOf(name: string): number {
	return service(name).deploy?.replicas ?? 1;
}

function service(name: string): Service {
	const found = services[name];
	if (found === undefined) throw new Error(`${file} has no service "${name}"`);
	return found;
}
