import { dependsOnItem } from '../../nodes/TriggerFlow/shared/memoize';

const field = (baseUrl: unknown) => ({ environment: 'qa', baseUrl, allowInsecureHttp: false });

test.each([
	'https://flows.example.com/start',
	'',
	// No expressions.
	'{{ $json.tenant }}',
	' ={{ $json.tenant }}',
	'https://flows.example.com/?tenant=$json',
	'={{ "https://" + "flows.example.com" }}',
	'={{ $secrets.vault.token }}',
	'={{ $secrets["vault"]["token"] }}',
	'=https://{{ $vars.host }}/start',
	'={{$env.HOST}}',
	'={{ $secrets.a }}{{ $vars.b }}{{ $env.c }}',
	5,
	true,
	null,
	undefined,
])('%j is the same for every item', (value) => {
	expect(dependsOnItem(field(value))).toBe(false);
});

test.each([
	'={{ $json.tenant }}',
	'=https://{{ $json.tenant }}.example.com',
	'={{ $input.item.json.tenant }}',
	'={{$node["Webhook"].json.tenant}}',
	"={{ $('Webhook').item.json.tenant }}",
	'={{ $itemIndex }}',
	'={{ $binary.data.fileName }}',
	'={{ $runIndex }}',
	'={{ $secrets.vault.url }}/{{ $json.tenant }}',
	'={{ $vars[$json.tenant] }}',
	'={{$env["TOKEN_" + $json.tenant]}}',
	'={{ $secretsOf }}',
	'={{ $varsOf($itemIndex) }}',
	'={{ $environment }}',
	'={{ `${host}` }}',
	'={{ this["$" + "json"].tenant }}',
	'={{ $now }}',
])('%s may differ from item to item, in whichever field it is', (value) => {
	for (const name of ['environment', 'baseUrl', 'accessToken', 'allowInsecureHttp']) {
		expect(dependsOnItem({ ...field('https://a.example'), [name]: value })).toBe(true);
	}
});
