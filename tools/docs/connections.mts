import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Row } from '../../test/engine/sockets/report.mts';
import { MOMENTS, ROUTES, SIZES, type Route } from '../../test/engine/sockets/ways.mts';
import { NODES } from '../n8n/versions.mts';
import { PROJECT } from '../project.mts';
import { table } from './table.mts';

const NAMES: Record<Route, string> = {
	tcp: 'http',
	tls12: 'TLS 1.2',
	tls13: 'TLS 1.3',
	proxy: 'http, proxy',
	tunnel12: 'TLS 1.2, proxy',
	tunnel13: 'TLS 1.3, proxy',
};

/** What `npm run test:sockets` has seen: one table for each moment at which a connection breaks. */
export function connectionTables(): string {
	const file = join(PROJECT, 'docs', 'broken-connections.json');
	const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[];
	return MOMENTS.flatMap(({ title, ways }) => [
		`## ${title}`,
		table(
			['What happens', 'Over', 'Requests sent', 'Requests read', 'The node says'],
			[...new Set(ways.map((way) => way.title))].flatMap((way) => {
				const seen = rows.filter((row) => row.moment === title && row.way === way);
				if (seen.length === 0) throw new Error(`Not seen yet: ${way}. Run "npm run test:sockets".`);
				return seen.map((row) => [
					way,
					whereOf(row),
					String(row.attempts),
					String(row.read),
					row.says === 'answer' ? 'started' : `\`${row.says}\``,
				]);
			}),
		),
	]).join('\n\n');
}

function whereOf({ over, nodes, sizes, way, moment }: Row): string {
	const tried = MOMENTS.find(({ title }) => title === moment)?.ways.filter(
		({ title }) => title === way,
	);
	const allSizes = tried?.[0]?.sizes ?? (tried?.[0]?.isSilent ? ['small'] : SIZES);
	return [
		over.length === ROUTES.length ? 'all' : over.map((route) => NAMES[route]).join('; '),
		...(sizes.length < allSizes.length ? [`${sizes.join()} requests`] : []),
		...(nodes.length < NODES.length ? [`Node ${nodes.join(', ')}`] : []),
	].join(' · ');
}
