import type { FlowCredential } from '../../../nodes/StartFlow/credential/flowCredential';
import { KnownServices } from '../../../nodes/StartFlow/send/knownServices';
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
	await clock.pass(9 * MINUTE_MS);
	expect(get('a')).toBe(a);
	await clock.pass(10 * MINUTE_MS - 1);
	expect(get('a')).toBe(a);
	expect(get('b')).not.toBe(b);
	await clock.pass(10 * MINUTE_MS);
	expect(get('a').service).not.toBe(a.service);
});

test('at most 1,000 of each are kept, but also what is old as long as a run uses it', async () => {
	const { clock, get } = openServices();
	const other = get('a', { accessToken: 'another' });
	const flows = Array.from({ length: 1_001 }, (_, number) => get(`flow ${number}`));
	expect(get('flow 1')).toBe(flows[1]);
	expect(get('flow 0')).not.toBe(flows[0]);
	const used = get('a');
	for (const known of [used, used.service]) known.runs.add({});
	for (let number = 0; number < 1_000; number++) get('a', { accessToken: `token ${number}` });
	expect(get('a', { accessToken: 'another' })).not.toBe(other);
	await clock.pass(60 * MINUTE_MS);
	expect(get('a')).toBe(used);
});

test('ten times as many flows in one run take about ten times as long', () => {
	const measure = (count: number): number => {
		const { get } = openServices();
		const begin = performance.now();
		for (let number = 0; number < count; number++) get(`flow ${number}`).runs.add(openServices);
		return performance.now() - begin;
	};
	// Of some tries, the best one counts. What is quadratic takes a hundred times as long in each.
	const factors = [1, 2, 3].map(() => measure(20_000) / measure(2_000));
	expect(Math.min(...factors)).toBeLessThan(40);
});
