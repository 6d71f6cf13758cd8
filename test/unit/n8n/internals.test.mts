import { dependsOnItem } from '../../../nodes/StartFlow/n8n/internals';

test.each<[unknown, boolean]>([
	['={{ $json.token }}', true],
	['={{ $vars.tokens\n\t[$json.customer] }}', true],
	['={{ $variable }}', true],
	[{ url: 'https://flows.example.com/', token: '={{ $json.token }}' }, true],
	['={{ $secrets.vault.token + $env.x }}\n{{ $vars.y }}', false],
	['={{ 5 }}', false],
	['costs $json', false],
	[undefined, false],
])('whether %j may differ from item to item: %p', (stored, isDifferent) => {
	expect(dependsOnItem(stored)).toBe(isDifferent);
});
