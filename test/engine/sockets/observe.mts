import { runNode } from '../harness.mts';
import { brokenService, openProxy } from './brokenService.mts';
import { makeCertificates, trust } from './certificates.mts';
import { DEAD_PORT } from '../faultyService.mts';
import {
	MOMENTS,
	ROUTES,
	SIZES,
	type Moment,
	type Route,
	type Said,
	type Size,
	type Way,
} from './ways.mts';

/** One way over one route with one size of the request. */
export interface Cell {
	moment: Moment;
	way: Way;
	route: Route;
	size: Size;
}

/** What became of a cell. */
export interface Observed {
	says: Said;
	attempts: number;
	/** How often the service has read the whole request. */
	read: number;
	error?: string;
}

export const CELLS: Cell[] = MOMENTS.flatMap((moment) =>
	moment.ways.flatMap((way) =>
		(way.over ?? ROUTES).flatMap((route) =>
			sizesOf(way).map((size) => ({ moment, way, route, size })),
		),
	),
);

/** What is only waited for is the same with every size. */
function sizesOf({ sizes, isSilent }: Way): readonly Size[] {
	return sizes ?? (isSilent ? ['small'] : SIZES);
}

export function expectedOf({ way, route }: Cell): Said | undefined {
	return typeof way.says === 'string' ? way.says : way.says[route];
}

const LARGE = 2_000_000;
/** For a start that nothing comes back to, in ms. */
const SHORT = 6_000;
const LONG = 60_000;
const AT_ONCE = 8;

/** Runs all cells, each through the real node on n8n's engine, by the proxy that they go through. */
export async function observe(cells: Cell[]): Promise<Map<Cell, Observed>> {
	const certificates = makeCertificates();
	const endTrust = trust(certificates.authority);
	const atPort = new Map<number, Way>();
	const proxy = await openProxy((port) => atPort.get(port));

	const proxyOf = ({ route, way }: Cell) =>
		isDirect(route) ? undefined : (way.proxy?.(DEAD_PORT) ?? proxy.url);

	const run = async (cell: Cell): Promise<Observed> => {
		const { way, route, size } = cell;
		const service = await brokenService(way, route, certificates);
		atPort.set(service.port, way);
		try {
			const scheme = /\d/.test(route) ? 'https' : 'http';
			const baseUrl = way.url?.(scheme, DEAD_PORT) ?? `${scheme}://localhost:${service.port}/start`;
			const { outputs } = await runNode({
				url: baseUrl,
				items: [size === 'small' ? { small: true } : { large: 'x'.repeat(LARGE) }],
				parameters: { options: { timeout: way.isSilent ? SHORT : LONG } },
				credential: { allowInsecureHttp: true },
				settings: { onError: 'continueRegularOutput' },
			});
			const { error, details } = (outputs[0]?.[0]?.json ?? {}) as {
				error?: string;
				details?: { outcome: Said; attempts: number };
			};
			return {
				says: details?.outcome ?? 'answer',
				attempts: details?.attempts ?? 1,
				read: service.read(),
				error,
			};
		} finally {
			await service.close();
		}
	};

	const observed = new Map<Cell, Observed>();
	const note = async (cell: Cell) => observed.set(cell, await run(cell));
	try {
		for (const through of new Set(cells.map(proxyOf))) {
			const group = cells.filter((cell) => proxyOf(cell) === through);
			await withProxy(through, async () => {
				// They do nothing but wait, once the request has got there: before anything else keeps it.
				await Promise.all(group.filter(({ way }) => way.isSilent).map(note));
				const left = group.filter(({ way }) => !way.isSilent);
				const worker = async () => {
					for (let cell = left.shift(); cell !== undefined; cell = left.shift()) await note(cell);
				};
				await Promise.all(Array.from({ length: AT_ONCE }, worker));
			});
		}
	} finally {
		endTrust();
		await proxy.close();
	}
	// In the order of the table, not in that in which they came to an end.
	return new Map(cells.map((cell) => [cell, observed.get(cell) as Observed]));
}

function isDirect(route: Route): boolean {
	return route === 'tcp' || route.startsWith('tls');
}

/** n8n takes its proxy from these, with every request. */
const NAMES = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [
	name,
	name.toUpperCase(),
]);

async function withProxy(url: string | undefined, run: () => Promise<void>): Promise<void> {
	const before = NAMES.map((name) => [name, process.env[name]] as const);
	for (const name of NAMES) Reflect.deleteProperty(process.env, name);
	if (url !== undefined) Object.assign(process.env, { HTTP_PROXY: url, HTTPS_PROXY: url });
	try {
		await run();
	} finally {
		for (const [name, value] of before) {
			if (value === undefined) Reflect.deleteProperty(process.env, name);
			else process.env[name] = value;
		}
	}
}
