import {
	refuseProduction,
	refuseUnchosen,
} from '../../../nodes/TriggerFlow/rules/credential/productionGuard';

const credential = { baseUrl: 'https://flows.example.com/', accessToken: 'secret' };

test('production is refused, with a way to go on', () => {
	expect(() => refuseProduction({ ...credential, environment: 'production' })).toThrow(
		expect.objectContaining({
			message: expect.stringMatching(/started by hand.*Protect Production/),
			description: expect.stringMatching(/select a QA credential.*turn the option off/),
		}),
	);
});

test('production without a chosen flow is refused, with what to do', () => {
	expect(() => refuseUnchosen({ ...credential, environment: 'production' })).toThrow(
		expect.objectContaining({
			message: expect.stringMatching(/^No flow is chosen, and in production/),
			description: 'Choose it in Flow to Start.',
		}),
	);
});

test.each([refuseProduction, refuseUnchosen])('QA is let through', (refuse) => {
	expect(() => refuse({ ...credential, environment: 'qa' })).not.toThrow();
});
