import assert from 'node:assert/strict';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import { INPUT, type FormCase } from '../engine/formCases.mts';
import type { Editor } from './editor.mts';
import { ECHO_SLUG, echoWorkflow } from './formScenario.mts';
import { casesOn } from './olderEditor.mts';
import type { OpenNode } from './openNode.mts';
import type { Scenario } from './scenario.mts';
import { shows } from './shows.mts';
import { startsOf } from './startsOf.mts';

/** How high a screen shows all fields, in CSS pixels. */
const SCREEN = { width: 1366, height: 3600 };

/**
 * Of each kind of field and of each thing that a person does to it, what docs/context.md says that the form shows,
 * that n8n saves and that the flow gets. All in one form: a field for each line of that table.
 */
export async function formKindsScenario(
	lab: Lab,
	editor: Editor,
	scenario: Scenario,
): Promise<void> {
	const { log, urls } = lab.standIn;
	const { api } = lab.n8n;
	const { node, page } = editor;
	const viewport = page.viewportSize();
	const all = casesOn(lab);
	const later = all.filter(({ done }) => done === 'added later');
	const atFirst = all.filter(({ done }) => done !== 'added later');
	const dragged = all.filter(({ done }) => done === 'dragged onto');
	const request = (example: object) => startEventRequest(urls.qa, ECHO_SLUG, example);
	const contexts = async (expected: RegExp) =>
		(await startsOf(log, () => node.execute(expected))).map(({ context }) => context);

	const credential = await api.createCredential(
		'QA of all kinds',
		'triggerFlowApi',
		lab.credentialFor('qa'),
	);
	const automatic = Object.fromEntries(
		dragged.map(({ kind, from }) => [key(kind), INPUT[from ?? 'name']]),
	);
	const first = nested(atFirst, ({ example }) => example);
	const { id } = await api.createWorkflow(
		echoWorkflow(credential, request(first), { ...INPUT, ...automatic }),
	);
	const asDocumented = async (cases: FormCase[]) => {
		for (const one of cases) await shows(() => node.formField(idOf(one)).shown(), one.shows);
		await saves(cases);
	};
	const saves = async (cases: FormCase[]) => {
		await editor.save();
		const read = async () => {
			const value = await savedForm(lab, id);
			return cases.map((one) => [idOf(one), value[idOf(one)] ?? 'nothing']);
		};
		await shows(
			read,
			cases.map((one) => [idOf(one), one.saves ?? 'nothing']),
		);
	};

	/** Each is refused by its name until it is removed from the form; then nothing is. */
	const refusedUntilRemoved = async (cases: FormCase[], left: FormCase[]) => {
		for (const one of inFormOrder(cases)) {
			const { refused = '' } = one.gets as { refused?: string };
			const message = refused.replace('"field"', `"${key(one.done)}.${key(one.kind)}"`);
			assert.deepEqual(await contexts(new RegExp(message)), []);
			await node.formField(idOf(one)).remove();
		}
		assert.deepEqual(await contexts(/^1 item/), [nested(left, gotten)]);
		await saves(cases.map((one) => ({ ...one, saves: undefined })));
	};

	const done = await scenario.step(
		'Whatever is done to a field of whichever kind, the form shows and saves it',
		async () => {
			await page.setViewportSize(SCREEN);
			await editor.openWorkflow(id);
			await editor.openNode('Trigger Flow');
			for (const one of atFirst) await act(node, one);
			await asDocumented(atFirst);
		},
	);

	const sent = await scenario
		.after(done)
		.step('The flow gets what the form shows, and nothing while a field is empty', async () => {
			const left = atFirst.filter(isSent);
			await refusedUntilRemoved(
				atFirst.filter((one) => !isSent(one)),
				left,
			);
		});

	const removed = await scenario
		.after(sent)
		.step('A removed field is left out, of whichever kind it is', async () => {
			const isLeft = (one: FormCase) => isSent(one) && one.done !== 'untouched';
			for (const one of atFirst.filter(isSent)) {
				if (one.done === 'untouched') await node.formField(idOf(one)).remove();
			}
			assert.deepEqual(await contexts(/^1 item/), [nested(atFirst.filter(isLeft), gotten)]);
		});

	const added = await scenario
		.after(removed)
		.step('What a changed request adds is sent as the form shows it, or refused', async () => {
			await node.request().fill(request(nested(all, ({ example }) => example)));
			await node.leaveField();
			await node.refreshForm();
			await asDocumented(later);
			const left = all.filter((one) => isSent(one) && one.done !== 'untouched');
			await refusedUntilRemoved(
				later.filter((one) => !isSent(one)),
				left,
			);
		});

	await scenario
		.after(added)
		.step('Mapped automatically, each kind gets what dragging gives', async () => {
			const example = Object.fromEntries(dragged.map(({ kind, example }) => [key(kind), example]));
			await node.request().fill(request(example));
			await node.mapAutomatically();
			assert.deepEqual(await contexts(/^1 item/), [
				Object.fromEntries(dragged.map((one) => [key(one.kind), gotten(one)])),
			]);
			assert.deepEqual(await node.formFields(), []);
		});
	if (viewport !== null) await page.setViewportSize(viewport);
}

async function act(node: OpenNode, one: FormCase): Promise<void> {
	const field = node.formField(idOf(one));
	if (one.done === 'untouched') return;
	if (one.from !== undefined) return await node.drag(one.from, idOf(one));
	if (one.done === 'clicked') {
		// Where it stands so from the beginning, there and back.
		if ((await field.shown()) === one.shows) await field.click();
		return await field.click();
	}
	if (one.done === 'picked') await field.pickNextMonth('2026-01-31 09:30:00');
	else await field.fill(one.shows);
	await node.leaveField();
}

/** Without a space: in a message, the name then stands as it is. */
function key(words: string): string {
	return words.replaceAll(' ', '_');
}

function idOf({ done, kind }: FormCase): string {
	return `/${key(done)}/${key(kind)}`;
}

/** An example or a context with a value for each case. */
function nested(cases: FormCase[], valueOf: (one: FormCase) => unknown): object {
	const groups: Record<string, Record<string, unknown>> = {};
	for (const one of cases) (groups[key(one.done)] ??= {})[key(one.kind)] = valueOf(one);
	return groups;
}

/** As the form shows them. */
function inFormOrder(cases: FormCase[]): FormCase[] {
	const groups = nested(cases, (one) => one) as Record<string, Record<string, FormCase>>;
	return Object.values(groups).flatMap((group) => Object.values(group));
}

function isSent({ gets }: FormCase): boolean {
	return 'value' in gets;
}

function gotten({ gets }: FormCase): unknown {
	return 'value' in gets ? gets.value : undefined;
}

/** What n8n has saved of the form's fields. */
async function savedForm(lab: Lab, id: string): Promise<Record<string, unknown>> {
	const { nodes } = (await lab.n8n.api.call('GET', `/rest/workflows/${id}`)) as {
		nodes: Array<{ parameters: { contextMapping?: { value: Record<string, unknown> } } }>;
	};
	return nodes[1]?.parameters.contextMapping?.value ?? {};
}
