/** Of two executions that go on with the starts of an earlier one, one gets them. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { IExecuteFunctions } from 'n8n-workflow';

/** A process of n8n: what its modules remember is its own. */
async function newProcess() {
	jest.resetModules();
	const { claim } = await import('../../nodes/TriggerFlow/n8n/claim');
	return claim;
}

type Look = IExecuteFunctions['helpers']['checkProcessedAndRecord'];

/**
 * n8n's table of what a node has seen, which it reads, changes and writes as a whole (2.40.7, in
 * `deduplication-helper`): of two that read at the same moment, the one that writes later wins.
 */
class Table {
	private row: string[] | undefined;

	/** @param together How many read before any of them writes. */
	constructor(public together = 1) {}

	private waiting: Array<() => void> = [];

	/** A look of a worker whose event loop is held up after it has read. */
	readonly slowLook: Look = async (texts) => {
		const before = this.row;
		await sleep(500);
		return this.write(before, texts.map(String));
	};

	readonly look: Look = async (texts) => {
		const before = this.row;
		await this.others();
		if (before === undefined && this.row !== undefined) throw new Error('UNIQUE constraint failed');
		return this.write(before, texts.map(String));
	};

	private write(before: string[] | undefined, texts: string[]) {
		const processed = texts.filter((text) => before?.includes(text));
		const fresh = texts.filter((text) => !processed.includes(text));
		this.row = [...(before ?? []), ...fresh];
		return { new: fresh, processed };
	}

	private async others(): Promise<void> {
		if (this.together <= 1) return;
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			if (this.waiting.length < this.together) return;
			for (const go of this.waiting.splice(0)) go();
			this.together = 1;
		});
	}
}

const NODE = { id: 'a', name: 'Trigger Flow' };

const n8nWith = (look: Look | undefined, node = NODE) =>
	({
		helpers: { checkProcessedAndRecord: look },
		getNode: () => node,
	}) as unknown as IExecuteFunctions;

test('within one process the first has it, and the others are told which one that is', async () => {
	const claim = await newProcess();
	const n8n = n8nWith(undefined);
	const claims = ['7', '8', '7'].map((execution) => claim(n8n, '5', execution));
	expect(await Promise.all(claims)).toEqual(['7', '7', '7']);
	expect(await claim(n8n, '6', '8')).toBe('8');
});

test('also after a restart and in another worker the first has it', async () => {
	const n8n = n8nWith(new Table().look);
	expect(await (await newProcess())(n8n, '5', '7')).toBe('7');
	const later = await newProcess();
	expect(await later(n8n, '5', '8')).toBeUndefined();
	// A loop asks again and again.
	const same = await newProcess();
	expect(await same(n8n, '5', '7')).toBe('7');
	expect(await same(n8n, '6', '8')).toBe('8');
});

test.each(['with a first line', 'without any line'])(
	'two workers that ask at the same moment, %s: one has it',
	async (line) => {
		const table = new Table();
		if (line === 'with a first line') await table.look(['0'], 'node', { mode: 'entries' });
		table.together = 2;
		const [one, other] = [await newProcess(), await newProcess()];
		const n8n = n8nWith(table.look);
		const winners = await Promise.all([one(n8n, '5', '7'), other(n8n, '5', '8')]);
		expect(winners.filter((winner) => winner === undefined)).toHaveLength(1);
	},
);

test('two workers, one of which n8n lets wait between reading and writing: one has it', async () => {
	const table = new Table();
	const [one, other] = [await newProcess(), await newProcess()];
	const winners = await Promise.all([
		one(n8nWith(table.slowLook), '5', '7'),
		other(n8nWith(table.look), '5', '8'),
	]);
	expect(winners.filter((winner) => winner === undefined)).toHaveLength(1);
});

test('who has lost it to another worker does not get it by asking again', async () => {
	const table = new Table(2);
	const [one, other] = [await newProcess(), await newProcess()];
	const n8n = n8nWith(table.look);
	const ask = async () => await Promise.all([one(n8n, '5', '7'), other(n8n, '5', '8')]);
	const winners = await ask();
	// A loop asks again and again.
	expect(await ask()).toEqual(winners);
});

test('two workers that claim different things at the same moment both get theirs', async () => {
	const table = new Table();
	await table.look(['0'], 'node', { mode: 'entries' });
	table.together = 2;
	const [one, other] = [await newProcess(), await newProcess()];
	const n8n = n8nWith(table.look);
	expect(await Promise.all([one(n8n, '5', '7'), other(n8n, '6', '8')])).toEqual(['7', '8']);
	const later = await newProcess();
	expect(await Promise.all([later(n8n, '5', '9'), later(n8n, '6', '9')])).toEqual([
		undefined,
		undefined,
	]);
});

test('an n8n that cannot tell lets the first one of a process go on', async () => {
	const broken: Look = async () => await Promise.reject(new Error('There is no database'));
	for (const n8n of [n8nWith(broken), n8nWith(undefined)]) {
		const claim = await newProcess();
		expect(await claim(n8n, '5', '7')).toBe('7');
		expect(await claim(n8n, '5', '8')).toBe('7');
	}
});

test.each([
	['renamed', { id: 'a', name: 'TF 2' }, '7'],
	['replaced by another of its name', { id: 'b', name: 'Trigger Flow' }, '7'],
	['another one', { id: 'b', name: 'TF 2' }, '8'],
])('a node that is %s between two Retries', async (_what, later, winner) => {
	const claim = await newProcess();
	expect(await claim(n8nWith(undefined), '5', '7')).toBe('7');
	expect(await claim(n8nWith(undefined, later), '5', '8')).toBe(winner);
});
