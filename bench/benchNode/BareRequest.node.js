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
			properties: [
				{ displayName: 'URL', name: 'url', type: 'string', default: '' },
				{ displayName: 'Token', name: 'token', type: 'string', default: '' },
				{ displayName: 'Slug', name: 'slug', type: 'string', default: '' },
				{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 50 },
				{ displayName: 'Context', name: 'context', type: 'json', default: '' },
			],
		};
	}

	async execute() {
		const items = this.getInputData();
		const [url, token, slug, concurrency] = ['url', 'token', 'slug', 'concurrency'].map((name) =>
			this.getNodeParameter(name, 0),
		);
		// n8n fills a parameter that is not set with its default.
		const isByExpression = this.getNode().parameters.context !== '';
		const output = new Array(items.length);
		const queue = items.entries();
		const worker = async () => {
			for (const [item, { json }] of queue) {
				const context = isByExpression ? this.getNodeParameter('context', item) : contextOf(json);
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

function contextOf({ id, ...session }) {
	return { id, session };
}

module.exports = { BareRequest };
