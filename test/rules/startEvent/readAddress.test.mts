import { readAddress } from '../../../nodes/TriggerFlow/rules/startEvent/readAddress';
import { refusalOf } from '../errors/refusal.mts';

const URL = 'https://flows.example.com/v1/start/?tenant=7';

const read = (...texts: string[]) =>
	readAddress(texts.map((text) => ({ name: 'url', value: { text, expands: false } })));

test.each([
	[URL, URL],
	['HTTP://Flows.Example.com:8080', 'HTTP://Flows.Example.com:8080'],
	['https://flows.example.com/#a', 'https://flows.example.com/#a'],
	[`  ${URL}\n`, URL],
	[`\u200b${URL.replace('v1', 'v\u00ad1')}\ufeff`, URL],
	[`<${URL}>`, URL],
	[`<${URL}|flows.example.com>`, URL],
	['<http://a.example/>', 'http://a.example/'],
	['[a](http://a.example/)', 'http://a.example/'],
	[`[the flow](${URL})`, URL],
	[`[${URL}](${URL})`, URL],
	['https://a.example/\\[1\\]\\{2\\}', 'https://a.example/[1]{2}'],
	['https://a.example/a\\b', 'https://a.example/a\\b'],
	['https://a.example/<>', 'https://a.example/<>'],
])('%j is the address %s', (text, address) => {
	expect(read(text)).toBe(address);
});

test.each([
	['none', [], /no web address/],
	['two', [URL, 'https://other.example'], /two web addresses/],
	['two in brackets', [`<${URL}>`, `<${URL}>`], /two web addresses/],
	['two of another kind', ['git+ssh://a', 'x-a.b://c'], /two web addresses/],
	['a word beside it', [URL, 'word'], /belong to nothing/],
	['a word with an address in it', [URL, 'see=https://a.example'], /belong to nothing/],
	['words alone', ['one', 'two'], /belong to nothing/],
	['a word alone', ['flows.example.com/v1'], /not a complete web address/],
	['a scheme that ends alike', ['xhttps://flows.example.com'], /not a complete/],
	['a link behind a word', [`x[a](${URL})`], /not a complete/],
	['a link before a word', [`[a](${URL})x`], /not a complete/],
	['brackets behind a word', [`x<${URL}>`], /variable or a placeholder/],
	['another scheme', ['ftp://flows.example.com'], /not a complete web address/],
	['a blank in it', ['https://flows.example.com/a b'], /not a complete web address/],
	['a sign that cannot be seen', ['https://flows.example.com/\u0007'], /not a complete/],
	['no host', ['https://'], /not a complete web address/],
	['a host that there cannot be', ['https://a:b/'], /not a complete web address/],
	['something before it', [`see ${URL}`], /not a complete web address/],
	['a link that goes on', [`<${URL}> x`], /variable or a placeholder/],
	['too many signs', [`https://a.example/${'a'.repeat(16_000)}`], /not a complete web address/],
	['a template', ['https://{{host}}/v1'], /variable or a placeholder/],
	['a variable', ['https://${HOST}/v1'], /variable or a placeholder/],
	['a placeholder', ['https://<HOST>/v1'], /variable or a placeholder/],
])('%s is refused', (_what, texts, message) => {
	const refusal = refusalOf(() => read(...texts));
	expect(refusal.message).toMatch(message);
	expect(refusal.description).toMatch(/\S Copy the whole request/);
});

test('a variable that a shell would fill in is refused', () => {
	const options = [{ name: 'url', value: { text: URL, expands: true } }];
	expect(() => readAddress(options)).toThrow(/variable or a placeholder/);
});

test('an address of 16,000 signs is long, and fine', () => {
	const long = `https://a.example/${'a'.repeat(15_000)}`;
	expect(read(long)).toBe(long);
});
