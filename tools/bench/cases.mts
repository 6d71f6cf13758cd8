import { WRITTEN_NODES, type NodeId } from './nodes.mts';
import type { Mode } from './service.mts';
import type { WorkId } from './work.mts';

/** The items for some nodes, and the behaviour of the service. */
export interface Case extends Mode {
	items: number;
	work: WorkId;
	nodes: NodeId[];
	/** The measured node once, in a loop of one item a round, or 20 times in a row. Default: once. */
	shape?: 'loop' | 'row';
	/** How often each n8n runs it. A run uses what the previous one found out about the address. */
	runs: 1 | 2;
}

const FAST: Case = {
	items: 1_000,
	work: 'short',
	nodes: ['httpRequest', 'json'],
	runs: 1,
	latency: 0,
	atOnce: Infinity,
	answer: 'small',
};

const slow = (latency: number): Case => ({ ...FAST, runs: 2, latency });

export const CASES = {
	form: {
		...FAST,
		work: 'long',
		nodes: ['httpRequest', 'helper', 'json', 'input', ...WRITTEN_NODES],
	},
	json: FAST,
	parent: { ...FAST, work: 'parent', items: 1_200, nodes: ['httpRequest', 'form'] },
	loop: { ...FAST, work: 'id', items: 2_000, nodes: ['helper', 'form'], shape: 'loop' },
	row: {
		...FAST,
		work: 'id',
		items: 1,
		nodes: ['helper', 'form'],
		shape: 'row',
		runs: 2,
		answer: 'id',
	},
	answers: { ...FAST, items: 20, nodes: ['helper', 'json'], answer: 'json' },
	files: { ...FAST, items: 10, nodes: ['httpRequest', 'json'], answer: 'file' },
	latency100: slow(100),
	latency300: slow(300),
	latency1000: slow(1_000),
	tenAtOnce: { ...slow(100), nodes: ['json'], atOnce: 10 },
	many: { ...FAST, work: 'long', items: 10_000, nodes: ['httpRequest', 'form'] },
} satisfies Record<string, Case>;

export type CaseId = keyof typeof CASES;
