import fc from 'fast-check';

import {
	ENVIRONMENT_NAMES,
	readFlowCredential,
} from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import { everythingSaid, refusalOf } from '../errors/refusal.mts';
import { anyToken } from '../secrets/tokens.mts';

const FIELDS = {
	environment: 'qa',
	baseUrl: 'https://flows.example.com/start',
	accessToken: 'secret-token-123',
};

test.each(['production', 'qa'] as const)(
	'the fields of a %s credential are read',
	(environment) => {
		expect(readFlowCredential({ ...FIELDS, environment })).toEqual({ ...FIELDS, environment });
	},
);

test('the environments are called Production and QA in messages', () => {
	expect(ENVIRONMENT_NAMES).toEqual({ production: 'Production', qa: 'QA' });
});

test('the URL stays as given and the token loses what was pasted around it', () => {
	const pasted = {
		...FIELDS,
		baseUrl: 'https://Flows.example.com//start/?',
		accessToken: ' Bearer abc ',
	};
	expect(readFlowCredential(pasted)).toEqual({
		environment: 'qa',
		baseUrl: 'https://Flows.example.com//start/?',
		accessToken: 'abc',
	});
});

test('fields that are not for a request are left behind', () => {
	const stored = { ...FIELDS, allowInsecureHttp: true, testSlug: 'check-1', notice: '', more: 1 };
	expect(readFlowCredential(stored)).toEqual(FIELDS);
});

test.each([
	undefined,
	null,
	'',
	'Production',
	'QA',
	'qa ',
	'staging',
	'toString',
	'__proto__',
	1,
	true,
])('the environment %j is refused', (environment) => {
	const refusal = refusalOf(() => readFlowCredential({ ...FIELDS, environment }));
	expect(refusal.message).toBe('The environment in the credential is neither Production nor QA');
	expect(refusal.description).toMatch(/choose the environment/);
	expect(everythingSaid(refusal)).not.toContain(FIELDS.accessToken);
});

test('a credential without any field is refused', () => {
	expect(refusalOf(() => readFlowCredential({})).message).toMatch(/environment/);
});

test.each([
	['baseUrl', 'flows.example.com', /endpoint URL .* not a complete web address/],
	['baseUrl', undefined, /endpoint URL .* is empty/],
	['accessToken', 'a b', /access token .* contains a space/],
	['accessToken', undefined, /access token .* is empty/],
])('a wrong %s (%j) is refused for itself', (field, value, message) => {
	expect(refusalOf(() => readFlowCredential({ ...FIELDS, [field]: value })).message).toMatch(
		message,
	);
});

describe('plain http to another host', () => {
	const baseUrl = 'http://flows.example.com/start';

	test('is let through when it is allowed', () => {
		expect(readFlowCredential({ ...FIELDS, baseUrl, allowInsecureHttp: true }).baseUrl).toBe(
			baseUrl,
		);
	});

	test.each([false, undefined, null, 'true', 1, {}])(
		'is refused with allowInsecureHttp = %j',
		(allowInsecureHttp) => {
			const read = () => readFlowCredential({ ...FIELDS, baseUrl, allowInsecureHttp });
			expect(refusalOf(read).message).toMatch(/unencrypted/);
		},
	);
});

test('no refusal repeats the token, whichever field is wrong', () => {
	const flaws = fc.constantFrom(
		{ environment: 'x' },
		{ baseUrl: 'x' },
		{ baseUrl: 'ftp://x/' },
		{ baseUrl: 'http://flows.example.com' },
	);
	fc.assert(
		fc.property(anyToken, flaws, (accessToken, flaw) => {
			const refusal = refusalOf(() => readFlowCredential({ ...FIELDS, accessToken, ...flaw }));
			expect(everythingSaid(refusal)).not.toContain(accessToken);
		}),
	);
});
