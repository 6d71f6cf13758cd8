import { contextForm } from '../../nodes/TriggerFlow/n8n/contextForm';
import {
	HOLDS_TOKEN,
	IS_REQUEST,
	IS_SOMETHING_ELSE,
} from '../../nodes/TriggerFlow/parameters/pastedRequest';
import { fingerprint } from '../../nodes/TriggerFlow/rules/context/fingerprint';
import { contextFromFields } from '../../nodes/TriggerFlow/rules/context/fromFields';
import { contextFromJson } from '../../nodes/TriggerFlow/rules/context/fromJson';
import { joinValues } from '../../nodes/TriggerFlow/rules/context/joinedPaths';
import { switchAdvice } from '../../nodes/TriggerFlow/rules/context/switchAdvice';
import { readAccessToken } from '../../nodes/TriggerFlow/rules/credential/accessToken';
import { readFlowCredential } from '../../nodes/TriggerFlow/rules/credential/flowCredential';
import { aboutFlows, flowName, flowsOf } from '../../nodes/TriggerFlow/rules/credential/flows';
import { dependsOnItem } from '../../nodes/TriggerFlow/n8n/dependsOnItem';
import { readOptions } from '../../nodes/TriggerFlow/rules/options/readOptions';
import { readRequests } from '../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { refuseTokenOf } from '../../nodes/TriggerFlow/rules/secrets/likelyTokens';
import { previewRequest } from '../../nodes/TriggerFlow/rules/starts/preview';
import { readSlug } from '../../nodes/TriggerFlow/rules/request/slug';
import { createStart } from '../../nodes/TriggerFlow/rules/request/startRequest';
import { withStartKey } from '../../nodes/TriggerFlow/rules/starts/startKey';
import { ANSWER_DOORS, answered, credential, failed } from './answerDoors.mts';
import { around, BARE, IN_TEXT, JSON_TEXT, PASTED, type Door } from './door.mts';

const fieldOfType = (type: string): Door => ({
	name: `a field of the type ${type}`,
	frames: type === 'array' || type === 'object' ? JSON_TEXT : IN_TEXT,
	longest: 1_000_000,
	read: (value) => createStart('demo-1', contextFromFields([{ name: 'a', type, value }])),
});

const CONDITIONS = [IS_REQUEST, IS_SOMETHING_ELSE, HOLDS_TOKEN].map(
	(condition) => (condition as { _cnd: { regex: string } })._cnd.regex,
);

const preview = (context: unknown) => previewRequest(createStart('demo-1', context), credential);

const WRITTEN = around(['=', ''], ['={{', '}}'], ['={{ $json', ' }}'], ['={{', '}}a']);

const STRING_OPTION = { displayName: 'A', name: 'a', default: '' };

export const DOORS: readonly Door[] = [
	{
		name: 'pasted request, run',
		frames: PASTED,
		longest: 199_000,
		read: (text) => readRequests(text),
	},
	{
		name: 'pasted request, form',
		frames: PASTED,
		longest: 199_000,
		read: (text) =>
			contextForm.call({
				getNodeParameter: () => text,
				getCurrentNodeParameters: () => undefined,
			} as never),
	},
	{
		name: 'pasted request, beside the credential',
		frames: BARE,
		longest: 1_000_000,
		read: (text) => refuseTokenOf(credential.accessToken, text),
	},
	{
		name: 'display conditions',
		frames: PASTED,
		longest: 1_000_000,
		read: (text) => CONDITIONS.map((regex) => new RegExp(regex).test(text)),
	},
	{
		name: 'context as JSON',
		frames: JSON_TEXT,
		longest: 1_000_000,
		read: (text) => createStart('demo-1', contextFromJson(text)),
	},
	{
		name: 'context in the memory',
		frames: JSON_TEXT,
		longest: 1_000_000,
		read: (text) => fingerprint(JSON.parse(createStart('a', contextFromJson(text)).context)),
	},
	{
		name: 'name of a field',
		frames: around(['', ''], ['a', 'a'], ["$json['", "']"], ['a[0]', '']),
		longest: 1_000_000,
		read: (name) => createStart('a', contextFromFields([{ name, type: 'string', value: 'a' }])),
	},
	{
		name: 'preview of a context',
		frames: JSON_TEXT,
		longest: 1_000_000,
		read: (text) => preview(contextFromJson(text)),
	},
	...['string', 'number', 'boolean', 'array', 'object'].map(fieldOfType),
	{
		name: 'slug',
		frames: around(['', ''], ['a', 'a'], [' a', '']),
		longest: 1_000_000,
		read: (text) => {
			createStart(readSlug(text), {});
			return [404, 500].map((status) => failed(answered({}, '', status), text));
		},
	},
	{
		name: 'preview',
		frames: IN_TEXT,
		longest: 1_000_000,
		read: (text) => preview({ a: text }),
	},
	...['options', 'boolean', 'number', 'string'].map(
		(type): Door => ({
			name: `option of the type ${type}`,
			frames: IN_TEXT,
			longest: 1_000_000,
			read: (text) => readOptions([{ ...STRING_OPTION, type, options: [] }], { a: text }),
		}),
	),
	{
		name: 'start key field',
		frames: IN_TEXT,
		longest: 1_000_000,
		read: (text) => withStartKey({}, text, 'key'),
	},
	{
		name: 'endpoint URL',
		frames: around(
			['', ''],
			['https://', ''],
			['https://a.example/', ''],
			['https://a.example/?', ''],
			['https://a', '.example/'],
			['https://a:', ''],
		),
		longest: 1_000_000,
		read: (baseUrl) =>
			readFlowCredential({
				environment: 'qa',
				baseUrl,
				accessToken: 'abc',
				allowInsecureHttp: true,
			}),
	},
	{
		name: 'access token',
		frames: around(['', ''], ['Bearer ', ''], ['a', 'a']),
		longest: 1_000_000,
		read: readAccessToken,
	},
	{
		name: 'Start Events',
		frames: PASTED,
		longest: 199_000,
		read: (startEvents) => {
			const held = { ...credential, startEvents };
			return [aboutFlows(held), ...flowsOf(held).flows.map(flowName)];
		},
	},
	{
		name: 'fields as they are written',
		frames: WRITTEN,
		longest: 1_000_000,
		read: (text) => joinValues([text]),
	},
	{
		name: 'switch as it is written',
		frames: WRITTEN,
		longest: 1_000_000,
		read: (text) => switchAdvice('yes', text),
	},
	{
		name: 'stored field of a credential',
		frames: around(['=', ''], ['={{ $', ' }}']),
		longest: 1_000_000,
		read: (text) => dependsOnItem({ text }),
	},
	...ANSWER_DOORS,
];
