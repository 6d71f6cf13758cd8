const IN_FLIGHT = 50;

/** Does nothing but call n8n's HTTP helper with a credential, once for each item, with the whole item as the context. */
class Helper {
	constructor() {
		this.description = {
			displayName: 'Helper',
			name: 'helper',
			group: ['transform'],
			version: 1,
			description: 'Call the HTTP helper',
			defaults: { name: 'Helper' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'httpBearerAuth', required: true }],
			properties: ['url', 'slug'].map((name) => {
				return { displayName: name, name, type: 'string', default: '' };
			}),
		};
	}

	async execute() {
		const [url, slug] = ['url', 'slug'].map((name) => this.getNodeParameter(name, 0));
		const { httpRequestWithAuthentication } = this.helpers;
		const items = this.getInputData();
		const output = [];
		let next = 0;
		const sendNext = async () => {
			while (next < items.length) {
				const item = next++;
				const request = { method: 'PUT', url, body: { slug, context: items[item].json } };
				const json = await httpRequestWithAuthentication.call(this, 'httpBearerAuth', request);
				output[item] = { json, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: IN_FLIGHT }, sendNext));
		return [output];
	}
}

module.exports = { Helper };
