import { type KnownFlow, KnownServices } from '../../../nodes/StartFlow/send/knownServices';
import { CREDENTIAL, ready } from './modelService.mts';
import { VirtualClock } from './virtualClock.mts';

const MINUTE_MS = 60_000;

const named = (slug: string, changes: Partial<typeof CREDENTIAL> = {}) => ({
	...ready(slug),
	credential: { ...CREDENTIAL, ...changes },
});

function openServices() {
	const clock = new VirtualClock();
	const services = new KnownServices(clock);
	const get = (slug: string, changes?: Partial<typeof CREDENTIAL>) =>
		services.get(named(slug, changes));
	return { clock, get };
}

test('a flow is known by address, token and slug, and its service by address and token', () => {
	const { get } = openServices();
	const first = get('a');
	expect(get('a', { baseUrl: CREDENTIAL.baseUrl.replace('flows', 'FLOWS') })).toBe(first);
	expect(get('b')).not.toBe(first);
	expect(get('b').service).toBe(first.service);
	for (const changes of [{ baseUrl: 'https://other.example/' }, { accessToken: 'another' }]) {
		expect(get('a', changes)).not.toBe(first);
		expect(get('a', changes).service).not.toBe(first.service);
	}
});

test('the token cannot be read in what is kept', () => {
	const clock = new VirtualClock();
	const services = new KnownServices(clock);
	const set = jest.spyOn(Map.prototype, 'set');
	services.get(named('a'));
	const keys = set.mock.calls.map(([key]) => String(key));
	set.mockRestore();
	expect(keys).toContain('a');
	expect(keys.join()).not.toContain(CREDENTIAL.accessToken);
});

test('both are known for ten minutes after the last start', async () => {
	const { clock, get } = openServices();
	const [a, b] = [get('a'), get('b')];
	await clock.pass(9 * MINUTE_MS);
	expect(get('a')).toBe(a);
	await clock.pass(10 * MINUTE_MS - 1);
	expect(get('a')).toBe(a);
	expect(get('b')).not.toBe(b);
	await clock.pass(10 * MINUTE_MS);
	expect(get('a').service).not.toBe(a.service);
});

test('neither is forgotten while a run uses it, however much else is used meanwhile', async () => {
	const { clock, get } = openServices();
	const used = get('a');
	for (const known of [used, used.service]) known.runs.add({});
	await clock.pass(60 * MINUTE_MS);
	for (let number = 0; number < 1_010; number++) get(`flow ${number}`);
	for (let number = 0; number < 1_010; number++) get('a', { accessToken: `token ${number}` });
	expect(get('a')).toBe(used);
});

test('at most 1,000 flows and 1,000 services are kept', () => {
	const { get } = openServices();
	const flows = Array.from({ length: 1_001 }, (_, number) => get(`flow ${number}`));
	expect(get('flow 1')).toBe(flows[1]);
	expect(get('flow 0')).not.toBe(flows[0]);
	const first = get('a');
	for (let number = 0; number < 999; number++) get('a', { accessToken: `token ${number}` });
	expect(get('a')).toBe(first);
	for (let number = 0; number < 1_000; number++) get('a', { accessToken: `new ${number}` });
	expect(get('a').service).not.toBe(first.service);
});

test('ten times as many flows in one run take ten times as long', () => {
	/** The shortest of some tries, in ms. */
	const measure = (count: number): number => {
		const starts = Array.from({ length: count }, (_, number) => named(`flow ${number}`));
		const tries = Array.from({ length: 5 }, () => {
			const services = new KnownServices(new VirtualClock());
			const run = {};
			const use = (flow: KnownFlow) => [flow, flow.service].forEach(({ runs }) => runs.add(run));
			const begin = performance.now();
			for (const start of starts) use(services.get(start));
			return performance.now() - begin;
		});
		return Math.min(...tries);
	};
	measure(2_000);
	// What is quadratic takes a hundred times as long.
	expect(measure(20_000) / measure(2_000)).toBeLessThan(30);
});
