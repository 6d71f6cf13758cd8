/** What saved workflows rely on. n8n saves no value that equals its default, so another default changes workflows, too. */
import type { INodeProperties } from 'n8n-workflow';

import { StartFlowApi } from '../../credentials/StartFlowApi.credentials';
import { StartFlow } from '../../nodes/StartFlow/StartFlow.node';
import codex from '../../nodes/StartFlow/StartFlow.node.json';

const { description } = new StartFlow();
const options = description.properties.at(-1)?.options as INodeProperties[];
const credential = new StartFlowApi();

const ONLY_LOOKS = ['fieldWords', 'rows', 'valuesLabel'];
const write = (value: unknown) =>
	JSON.stringify(value, (key, one: unknown) => (ONLY_LOOKS.includes(key) ? undefined : one));

/** Name, type and default of a parameter, its choices, where it is shown, and how n8n treats it. */
function describeParameter({ name, type, options = [], modes, ...others }: INodeProperties) {
	const { displayOptions, typeOptions = {} } = others;
	const choices = type === 'collection' ? [] : [...options, ...(modes ?? [])];
	const parts = [
		`${name}: ${type} = ${write(others.default).slice(0, 45)}`,
		choices.map((one) => String('value' in one ? one.value : one.name)).join(' | '),
		others.required && 'required',
		others.noDataExpression && 'no expression',
		...Object.entries(displayOptions ?? {}).map(([when, rule]) => `${when} ${write(rule)}`),
		write(typeOptions) !== '{}' && write(typeOptions),
	];
	return parts.filter(Boolean).join('; ');
}

/** Settings of the node and its credential, in one line each. */
const describeSettings = (one: object, ...names: string[]) =>
	names.map((name) => `${name}: ${write(one[name as keyof typeof one])}`);

test('the node and its credential are as documented', () => {
	const lines = [
		...describeSettings(description, 'name', 'version', 'skipNameGeneration', 'usableAsTool'),
		...describeSettings(description, 'credentials', 'webhooks'),
		...describeSettings(credential, 'name', 'restrictToSupportedNodes'),
		...[...description.properties, ...options, ...credential.properties].map(describeParameter),
	];
	expect(`${lines.join('\n')}\n`).toBe(`\
name: "startFlow"
version: [1]
skipNameGeneration: true
usableAsTool: true
credentials: [{"name":"startFlowApi","required":true,"testedBy":"testConnection"}]
webhooks: [{"name":"default","httpMethod":"POST","responseMode":"onReceived","responseData":"","path":"","restartWebhook":true,"isFullPath":true}]
name: "startFlowApi"
restrictToSupportedNodes: true
toolDescription: string = "Starts a flow on the user's integration plat; required; show {"@tool":[true]}
resource: hidden = "flow"
event: hidden = "start"; start
operation: options = "start"; start | startAndWait | preview; no expression
flow: resourceLocator = {"mode":"list","value":""}; list | slug; required
callbackField: string = "callbackUrl"; required; no expression; show {"operation":["startAndWait"]}
waitLimit: number = 24; show {"operation":["startAndWait"]}; {"minValue":0}
waitUnit: options = "hours"; minutes | hours | days; show {"operation":["startAndWait"]}
contextMode: options = "form"; form | fields | json | input; no expression
contextMapping: resourceMapper = {"mappingMode":"defineBelow","value":null}; no expression; show {"contextMode":["form"]}; hide {"flow":[""]}; {"loadOptionsDependsOn":["flow.value"],"resourceMapper":{"resourceMapperMethod":"loadForm","mode":"add","addAllFields":true,"supportAutoMap":true,"hideNoDataError":true,"allowEmptyValues":true}}
contextMapping: notice = {"mappingMode":"defineBelow","value":null}; show {"contextMode":["form"]}; hide {"flow":[{"_cnd":{"not":""}}],"@tool":[true]}
contextMapping: notice = {"mappingMode":"defineBelow","value":null}; hide {"contextMode":["form"],"@tool":[true]}
contextFields: assignmentCollection = {}; show {"contextMode":["fields"]}
contextJson: json = ""; show {"contextMode":["json"]}
options: collection = {}
concurrency: number = 500; {"minValue":1}
idempotencyKeyField: string = ""; no expression
fullResponse: boolean = false
includeInput: boolean = false
maxRetries: number = 3; {"minValue":0}
responseFormat: options = "auto"; auto | file | json | text
retryUnknown: boolean = false
productionByHand: boolean = true
timeout: number = 300000; {"minValue":1}
connectWith: options = "request"; request | fields
request: string = ""; required; show {"connectWith":["request"]}; {"password":true}
baseUrl: string = ""; required; show {"connectWith":["fields"]}
accessToken: string = ""; required; show {"connectWith":["fields"]}; {"password":true}
environment: options = ""; production | qa; required
testNotice: notice = ""
moreFlows: string = ""
moreFlowsNotice: notice = ""
allowInsecureHttp: boolean = false
`);
});

test("n8n's node panel finds the node by the words of people who look for it, and by no other", () => {
	const verbs = ['start', 'run', 'call', 'execute', 'trigger'];
	const nouns = ['flow', 'workflow', 'process'];
	// With "webhook", "http" or "trigger" alone, it would be above n8n's own nodes.
	const actions = verbs.flatMap((verb) => nouns.map((noun) => `${verb} ${noun}`));
	const subjects =
		'start event, slug, callback, cURL, integration platform, iPaaS, automation'.split(', ');
	expect(new Set(codex.alias)).toEqual(new Set([...actions, ...subjects]));
	// In "Core Nodes", it would not be under "Action in an app".
	expect(codex.categories).toEqual(['Development']);
});
