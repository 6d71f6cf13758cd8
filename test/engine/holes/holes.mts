/** A fault that the product once had, or nearly: how to put it back, and how the stories tell of it. */
export interface Hole {
	name: string;
	file: string;
	/** Stands there exactly once. */
	code: string;
	hole: string;
	/** Of the complaints about the smallest story. */
	complaint: RegExp;
}

const IDENTITY = 'nodes/TriggerFlow/rules/starts/identity.ts';

/** By the numbers of the list in which they were reported. */
export const HOLES: readonly Hole[] = [
	{
		name: '1: where a start goes is no part of what it is',
		file: IDENTITY,
		code: 'fingerprint([new URL(credential.baseUrl).href, slug])',
		hole: 'fingerprint([slug])',
		complaint: /was started at|told \d+ as|but the service did not do so/,
	},
	{
		name: '2: the text "false" is taken for true',
		file: 'nodes/TriggerFlow/rules/options/readOptions.ts',
		code: "return SWITCH.get(given ?? option.default) ?? refuse(option, given, 'true or false');",
		hole: "return (SWITCH.get(given) ?? false) || (given as string) === 'false';",
		complaint: /was sent again after unknown|without a reason|in spite of a mistake/,
	},
	{
		name: '2: a switch takes any value',
		file: 'nodes/TriggerFlow/rules/options/readOptions.ts',
		code: "return SWITCH.get(given ?? option.default) ?? refuse(option, given, 'true or false');",
		hole: 'return given ?? option.default;',
		complaint: /in spite of a mistake|without a reason|was sent again after unknown/,
	},
	{
		name: '7: keys in another order make another context',
		file: 'nodes/TriggerFlow/rules/context/fingerprint.ts',
		code: '.sort(([one], [other]) => (one < other ? -1 : 1))',
		hole: '',
		complaint: /was sent again after (answered|unknown)/,
	},
	{
		name: '7: any parameter is part of what a context is made of',
		file: 'nodes/TriggerFlow/n8n/contextReader.ts',
		code: 'fingerprintAfter(writtenContext(node, mode))',
		hole: 'fingerprintAfter([node.parameters, writtenContext(node, mode)])',
		complaint: /was sent again after (answered|unknown)/,
	},
	{
		name: '7: only the last start of an item is kept',
		file: 'nodes/TriggerFlow/rules/starts/startMemory.ts',
		code: ', ...remembered];',
		hole: '];',
		complaint: /was sent again after (answered|unknown)/,
	},
	{
		name: '7: an equal source is enough, whatever the slug',
		file: IDENTITY,
		code: 'one.target === other.target && (one.content === other.content || one.source === other.source)',
		hole: 'one.source === other.source || (one.target === other.target && one.content === other.content)',
		complaint: /is another start|told \d+ as|but the service did not do so|was started at/,
	},
	{
		name: '7: a node that was replaced gives its starts other keys',
		file: 'nodes/TriggerFlow/n8n/startKeys.ts',
		code: 'node: context.getNode().name,',
		hole: 'node: context.getNode().id,',
		complaint: /has another key than before/,
	},
	{
		name: '8: an execution can be retried that was retried before',
		file: 'nodes/TriggerFlow/n8n/nodeMemory.ts',
		code: 'if (heir === current) return undefined;',
		hole: 'if (heir !== undefined) return undefined;',
		complaint: /was sent again after (answered|unknown)/,
	},
];
