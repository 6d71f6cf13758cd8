import { refuseProduction } from '../../../nodes/TriggerFlow/rules/credential/productionGuard';

const credential = { baseUrl: 'https://flows.example.com/', accessToken: 'secret' };

test('production is refused, with a way to go on', () => {
	expect(() => refuseProduction({ ...credential, environment: 'production' })).toThrow(
		expect.objectContaining({
			message: expect.stringMatching(/started by hand.*Protect Production/),
			description: expect.stringMatching(/select a QA credential.*turn the option off/),
		}),
	);
});

test('QA is let through', () => {
	expect(() => refuseProduction({ ...credential, environment: 'qa' })).not.toThrow();
});
