import { dependsOnItem } from '../../nodes/TriggerFlow/n8n/dependsOnItem';

const field = (baseUrl: unknown) => ({ environment: 'qa', baseUrl, allowInsecureHttp: false });

test.each([
	['a text', 'https://flows.example.com/start'],
	['no text', ''],
	['a text that only looks like an expression', '{{ $json.tenant }}'],
	['an expression behind a blank', ' ={{ $json.tenant }}'],
	['a text with an equals sign', 'https://flows.example.com/?tenant=$json'],
	['an expression without a variable', '={{ "https://" + "flows.example.com" }}'],
	['a secret', '={{ $secrets.vault.token }}'],
	['a secret by its name in quotes', '={{ $secrets["vault"]["token"] }}'],
	['a variable', '=https://{{ $vars.host }}/start'],
	['the environment', '={{$env.HOST}}'],
	['secrets, variables and the environment', '={{ $secrets.a }}{{ $vars.b }}{{ $env.c }}'],
	['a number', 5],
	['a boolean', true],
	['null', null],
	['undefined', undefined],
])('%s is the same for every item', (_what, value) => {
	expect(dependsOnItem(field(value))).toBe(false);
});

test.each([
	['the item', '={{ $json.tenant }}'],
	['the item, in a text', '=https://{{ $json.tenant }}.example.com'],
	['the item by another way', '={{ $input.item.json.tenant }}'],
	['the item in the old way', '={{$node["Webhook"].json.tenant}}'],
	['another node', "={{ $('Webhook').item.json.tenant }}"],
	['the index of the item', '={{ $itemIndex }}'],
	['its binary data', '={{ $binary.data.fileName }}'],
	['the run index', '={{ $runIndex }}'],
	['the item after a secret', '={{ $secrets.vault.url }}/{{ $json.tenant }}'],
	['the item before a secret', '={{ $json.tenant }}{{ $secrets.vault.url }}'],
	['a variable named by the item', '={{ $vars[$json.tenant] }}'],
	['a secret named by the item', '={{ $secrets.vault[$json.tenant] }}'],
	['the environment named by the item', '={{$env["TOKEN_" + $json.tenant]}}'],
	['something whose name begins like secrets', '={{ $secretsOf }}'],
	['something whose name begins like vars', '={{ $varsOf($itemIndex) }}'],
	['something whose name begins like env', '={{ $environment }}'],
	['something in other letters', '={{ $Vars.a }}'],
	['a template text', '={{ `${host}` }}'],
	['a name that is put together', '={{ this["$" + "json"].tenant }}'],
	['a parameter of the node', '={{ $parameter.slug }}'],
	['the time', '={{ $now }}'],
	['anything else', '={{ $ }}'],
])('%s may differ from item to item', (_what, value) => {
	expect(dependsOnItem(field(value))).toBe(true);
});

test('one field that may differ is enough, whichever it is', () => {
	for (const name of ['environment', 'baseUrl', 'accessToken', 'allowInsecureHttp']) {
		expect(dependsOnItem({ ...field('https://a.example'), [name]: '={{ $json.x }}' })).toBe(true);
	}
});

test('without a field nothing differs', () => {
	expect(dependsOnItem({})).toBe(false);
});
