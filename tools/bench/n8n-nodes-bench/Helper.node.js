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
		const send = async ({ json: context }, item) => {
			const request = { method: 'PUT', url, body: { slug, context } };
			const json = await httpRequestWithAuthentication.call(this, 'httpBearerAuth', request);
			return { json, pairedItem: { item } };
		};
		return [await Promise.all(this.getInputData().map(send))];
	}
}

module.exports = { Helper };
