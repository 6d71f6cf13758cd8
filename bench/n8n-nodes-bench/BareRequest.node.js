/**
 * The floor: n8n's own HTTP helper in a loop, as many requests in flight as Trigger Flow has, and
 * nothing else. No credential, no check, no retry; the body is made from the item in JavaScript, or
 * by an expression.
 */
class BareRequest {
	constructor() {
		this.description = {
			displayName: 'Bare Request',
			name: 'bareRequest',
			group: ['transform'],
			version: 1,
			description: 'Send one request per item with the HTTP helper',
			defaults: { name: 'Bare Request' },
			inputs: ['main'],
			outputs: ['main'],
			properties: ['url', 'token', 'slug', 'concurrency', 'context'].map((name) => {
				return { displayName: name, name, type: 'string', default: '' };
			}),
		};
	}

	async execute() {
		const items = this.getInputData();
		const [url, token, slug, concurrency] = ['url', 'token', 'slug', 'concurrency'].map((name) =>
			this.getNodeParameter(name, 0),
		);
		const isByExpression = this.getNode().parameters.context !== '';
		const output = new Array(items.length);
		const queue = items.entries();
		const worker = async () => {
			for (const [item, { json }] of queue) {
				const { id, ...session } = json;
				const context = isByExpression ? this.getNodeParameter('context', item) : { id, session };
				const answer = await this.helpers.httpRequest({
					method: 'PUT',
					url,
					headers: { Authorization: `Bearer ${token}` },
					body: { slug, context },
					json: true,
				});
				output[item] = { json: answer, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
		return [output];
	}
}

module.exports = { BareRequest };
