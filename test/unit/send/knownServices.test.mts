import type { FlowCredential } from '../../../nodes/StartFlow/credential/flowCredential';
import { type KnownFlow, KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import { RunRequests } from '../../../nodes/StartFlow/send/runRequests';
import { CREDENTIAL, ready } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const MINUTE_MS = 60_000;

function openServices() {
	const clock = new VirtualClock();
	const services = new KnownServices(clock);
	const get = (slug: string, changes: Partial<FlowCredential> = {}) =>
		services.get({ ...ready(slug), credential: { ...CREDENTIAL, ...changes } });
	return { clock, get };
}

/** What holds for a flow from then on. */
async function turnAway(clock: VirtualClock, flow: KnownFlow) {
	const requests = new RunRequests(1, clock);
	await requests.withPlace(
		requests.open(flow),
		flow,
		async (report) => await Promise.resolve(report({ load: 'turnedAway' })),
	);
	return flow.limit;
}

test('a flow is known by address, token and slug, and shares a limit by address and token', async () => {
	const { clock, get } = openServices();
	const first = get('a');
	expect(get('a', { baseUrl: CREDENTIAL.baseUrl.replace('flows', 'FLOWS') })).toBe(first);
	const other = get('b');
	expect(other.limit).not.toBe(first.limit);
	const limit = await turnAway(clock, first);
	expect(other.limit).not.toBe(limit);
	expect(await turnAway(clock, other)).toBe(limit);
	for (const changes of [{ baseUrl: 'https://other.example/' }, { accessToken: 'another' }]) {
		expect(get('a', changes)).not.toBe(first);
		expect(await turnAway(clock, get('a', changes))).not.toBe(limit);
	}
});

test('a run that has ended gives the place in flight back, and waits for no limit', async () => {
	const { clock, get } = openServices();
	const requests = new RunRequests(1, clock);
	const entered = requests.withPlace(requests.open(get('a')), get('a'), jest.fn());
	requests.end();
	expect(await entered).toBeUndefined();
	await turnAway(clock, get('a'));
	expect(await requests.withPlace(requests.open(get('a')), get('a'), jest.fn())).toBeUndefined();
	expect(get('a').inFlight).toBe(0);
});

test('the token cannot be read where it is kept', () => {
	const set = jest.spyOn(Map.prototype, 'set');
	openServices().get('a');
	const keys = set.mock.calls.map(([key]) => String(key));
	set.mockRestore();
	expect(keys).toContain('a');
	expect(keys.join()).not.toContain(CREDENTIAL.accessToken);
});

test('both are known for ten minutes after the last start', async () => {
	const { clock, get } = openServices();
	const [a, b] = [get('a'), get('b')];
	const limit = await turnAway(clock, a);
	await clock.pass(9 * MINUTE_MS);
	expect(get('a')).toBe(a);
	await clock.pass(10 * MINUTE_MS - 1);
	expect(get('a')).toBe(a);
	expect(get('b')).not.toBe(b);
	await clock.pass(10 * MINUTE_MS);
	expect(get('a')).not.toBe(a);
	expect(await turnAway(clock, get('a'))).not.toBe(limit);
});
