/** Does nothing but call n8n's HTTP helper once for each item, with the whole item as the context. */
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
			properties: ['url', 'slug', 'token'].map((name) => {
				return { displayName: name, name, type: 'string', default: '' };
			}),
		};
	}

	async execute() {
		const [url, slug, token] = ['url', 'slug', 'token'].map((name) =>
			this.getNodeParameter(name, 0),
		);
		const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
		const send = async ({ json: context }, item) => {
			const body = { slug, context };
			const json = await this.helpers.httpRequest({ method: 'PUT', url, headers, body });
			return { json, pairedItem: { item } };
		};
		return [await Promise.all(this.getInputData().map(send))];
	}
}

module.exports = { Helper };
