/** What the node says of real connections that break, beside what the service has read by then. */
import { writeFileSync } from 'node:fs';

import { CELLS, expectedOf, observe, type Cell, type Observed } from './sockets/observe.mts';
import { rowsOf } from './sockets/report.mts';

let observed: Map<Cell, Observed>;

beforeAll(async () => {
	// No wait between two tries.
	const random = jest.spyOn(Math, 'random').mockReturnValue(0);
	observed = await observe(CELLS);
	random.mockRestore();
	// `npm run test:sockets` makes the docs' table of it.
	const file = process.env.SOCKETS_RESULTS;
	if (file !== undefined) writeFileSync(file, JSON.stringify(rowsOf(observed)));
}, 300_000);

const titled = CELLS.map((cell): [string, Cell] => [
	`${cell.moment.title}: ${cell.way.title} (${cell.route}, ${cell.size})`,
	cell,
]);

test.each(titled)('%s', (_title, cell) => {
	const { says, attempts, read, error } = observed.get(cell) as Observed;
	// Nothing that was read is said not to have started, or sent once more.
	if (read > 0) expect(['unknown', 'answer']).toContain(says);
	expect(read).toBe(cell.moment.isRead ? 1 : 0);
	expect({ says, error }).toEqual({ says: expectedOf(cell), error });
	expect(attempts).toBe(says === 'notStarted' ? 4 : 1);
});
afterAll(async () => {
	await new Promise((r) => setTimeout(r, 1000));
	const info: Record<string, number> = {};
	for (const one of process.getActiveResourcesInfo()) info[one] = (info[one] ?? 0) + 1;
	const handles = (process as any)._getActiveHandles().map((h: any) => [h.constructor.name, h.readyState, h.destroyed, h.localPort, h.remotePort, h.listening, h.encrypted, h.connecting, h.bytesWritten, h.bytesRead, h.fd]);
	console.log(info, handles);
	const a = process.cpuUsage(); await new Promise((r) => setTimeout(r, 500)); console.log('cpu', process.cpuUsage(a));
});
