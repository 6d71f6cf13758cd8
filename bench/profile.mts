import { readFile } from 'node:fs/promises';

/** Where a node's CPU time went: ms by kind of work. */
export type Profile = Record<Work, number>;

export const WORK = [
	'expressions',
	'credentials, database',
	'HTTP helper and sockets',
	'the node itself',
	'other parts of n8n',
	'garbage collection',
	'other',
	'idle',
] as const;

type Work = (typeof WORK)[number];

/** Which code does what: the nearest call on the stack that stands in one of these files decides. */
const FILES: Array<[Work, RegExp]> = [
	['expressions', /n8n-workflow\/dist\/.*(?:expression|data-proxy)|expression-runtime/],
	['credentials, database', /credential|encryption|typeorm|sqlite3/],
	[
		'HTTP helper and sockets',
		/axios|follow-redirects|backend-network|proxy-from-env|request-helpers|^node:(?:_?https?|net|url|internal\/(?:streams|stream_base|url|http|net))/,
	],
	['the node itself', /\/n8n-nodes-[^/]+\/(?:dist\/nodes\/|[^/]+$)/],
	['other parts of n8n', /node_modules\/(?:@n8n\/|n8n)/],
];

interface ProfileNode {
	id: number;
	callFrame: { functionName: string; url: string };
	children?: number[];
}

interface CpuProfile {
	nodes: ProfileNode[];
	samples: number[];
	/** In µs. */
	timeDeltas: number[];
}

/** Sums up a V8 CPU profile by kind of work. */
export async function readProfile(file: string): Promise<Profile> {
	const { nodes, samples, timeDeltas } = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
	const work = new Map<number, Work | undefined>();
	const [root] = nodes;
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const visit = (node: ProfileNode, around: Work | undefined) => {
		const own = workOf(node, around);
		work.set(node.id, own);
		for (const id of node.children ?? []) visit(byId.get(id) as ProfileNode, own);
	};
	if (root !== undefined) visit(root, 'other');

	const profile = Object.fromEntries(WORK.map((name) => [name, 0])) as Profile;
	for (const [index, id] of samples.entries()) {
		const name = work.get(id);
		if (name !== undefined) profile[name] += (timeDeltas[index] ?? 0) / 1_000;
	}
	return profile;
}

/** `undefined` for the taking of the profile itself. */
function workOf({ callFrame: { functionName, url } }: ProfileNode, around: Work | undefined) {
	if (url === 'node:inspector' || around === undefined) return undefined;
	if (functionName === '(idle)') return 'idle';
	if (functionName === '(garbage collector)') return 'garbage collection';
	return FILES.find(([, pattern]) => pattern.test(url))?.[0] ?? around;
}
