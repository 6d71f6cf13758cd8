import assert from 'node:assert/strict';

import type { Locator, Page } from 'playwright-core';

import { FormField } from './formField.mts';

/** The node that is open in the editor: its input, its parameters and its output. */
export class OpenNode {
	constructor(private readonly page: Page) {}

	window(): Locator {
		return this.page.getByTestId('ndv');
	}

	input(): Locator {
		return this.page.getByTestId('ndv-input-panel');
	}

	/** All parameters, in the panel that scrolls. */
	parameters(): Locator {
		return this.page.getByTestId('node-parameters');
	}

	output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	parameter(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** The names of all parameters that are shown, from top to bottom. */
	async names(): Promise<string[]> {
		return await firstLines(
			this.parameters().locator('[data-test-id$="-label"]:visible').filter({ hasText: /\S/ }),
		);
	}

	/** What a drop-down parameter shows as chosen. */
	async chosen(name: string): Promise<string> {
		return await this.parameter(name).locator('input').first().inputValue();
	}

	/** Chooses an option of a drop-down parameter by the name that it shows. */
	async choose(name: string, option: string): Promise<void> {
		const list = this.parameter(name).locator('input').first();
		await chooseFrom(list, new RegExp(`^\\s*${option}`));
	}

	/** Chooses a flow from the list. @param beforeChoice What to do with the names in the open list. */
	async chooseFlow(
		slug: string,
		beforeChoice: (names: string[]) => Promise<void> = async () => {},
	): Promise<void> {
		const flow = this.page.getByTestId('resource-locator-flow');
		await flow.locator('input:not([data-test-id=rlc-search])').last().click();
		const entries = this.page.getByTestId('rlc-item').filter({ hasText: /\S/ });
		await entries.first().waitFor();
		await beforeChoice(await firstLines(entries));
		await entries.filter({ hasText: slug }).first().click();
	}

	/** Names the flow by its slug. */
	async chooseBySlug(slug: string): Promise<void> {
		const modes = this.page.getByTestId('rlc-mode-selector').locator('input').first();
		await chooseFrom(modes, 'By Slug');
		await this.page.getByTestId('rlc-input').fill(slug);
		await this.leaveField();
	}

	/** A field of the form. */
	formField(id: string): FormField {
		return new FormField(this.page, id);
	}

	/** Takes the fields of a changed request into the form. */
	async refreshForm(): Promise<void> {
		await this.chooseAction({ hasText: 'Context Fields' }, 'refreshFieldList');
	}

	/** Resets a field of the form by its menu. */
	async reset(id: string): Promise<void> {
		await this.chooseAction({ has: this.parameter(id) }, 'resetValue');
	}

	/** Chooses an action of the menu beside a label. */
	private async chooseAction(label: { hasText: string } | { has: Locator }, action: string) {
		const shown = this.parameters().getByTestId('input-label').filter(label).last();
		await shown.hover();
		await shown.getByTestId('action-toggle').click();
		await this.page.locator(`[data-test-id=action-${action}]:visible`).click();
	}

	/** The names that the form's fields show. */
	async formNames(): Promise<string[]> {
		return await this.page.locator('[data-test-id^="parameter-input-/"]').evaluateAll((fields) =>
			(fields as unknown as Shown[]).map((field) => {
				let around: Shown | null = field;
				while (around?.innerText.trim() === field.innerText.trim()) around = around.parentElement;
				return around?.innerText.trim().split('\n')[0] ?? '';
			}),
		);
	}

	/** What the form's fields hold, by id, without those that are not sent. */
	async mapped(): Promise<Record<string, string>> {
		const mapped: Record<string, string> = {};
		for (const field of await this.page.locator('[data-test-id^="parameter-input-/"]').all()) {
			const [id = ''] = /\/.*/.exec((await field.getAttribute('data-test-id')) ?? '') ?? [];
			const shown = (await this.formField(id).shown()).trim();
			if (!['', 'Not sent'].includes(shown)) mapped[id] = shown;
		}
		return mapped;
	}

	/** n8n's mark for a saved form that differs from the example. */
	staleSign(): Locator {
		return this.parameters().locator('[class*=staleDataWarning]');
	}

	/**
	 * Drags a field of the input panel onto a field of the form, as an attentive person does: drops it
	 * when n8n shows that the field accepts it, and waits until it is there.
	 *
	 * @param beforeDrop What to do while the field hangs over its target.
	 */
	async drag(name: string, id: string, beforeDrop = async () => {}): Promise<void> {
		const target = this.formField(id).place();
		const highlighted = this.page.locator('.activeDrop').and(target);
		await this.input().locator(`[data-target=mappable][data-name="${name}"]`).hover();
		await this.page.mouse.down();
		await target.hover();
		await highlighted.waitFor();
		await beforeDrop();
		await highlighted.waitFor();
		await this.page.mouse.up();
		await target.getByText('{{').first().waitFor();
		// n8n shows the value below the field a moment later, and that moves all fields further below.
		await this.page.getByTestId(`parameter-expression-preview-${id}`).waitFor();
		// The hint below the field would cover the next one.
		await this.leaveField();
	}

	/** Leaves the field that has the focus: n8n hides its hints then. */
	async leaveField(): Promise<void> {
		await this.input().getByText('Input', { exact: true }).click();
	}

	async mapAutomatically(): Promise<void> {
		await this.page.getByTestId('mapping-mode-select').locator('input').first().click();
		await this.page.getByText('Map Automatically').last().click();
	}

	/** Runs the node and waits until it has ended and its output panel shows `expected`. */
	async execute(expected: RegExp): Promise<void> {
		await this.beginToExecute();
		await this.page.locator('[data-test-id=node-execute-button]:enabled').waitFor();
		const output = this.output();
		const seen = output.getByText(expected).first().waitFor();
		await seen.catch(async () => assert.fail(`n8n shows: ${await output.innerText()}`));
	}

	/** Runs the node until n8n has accepted the run. From then on, n8n shows no older output. */
	async beginToExecute(): Promise<void> {
		const runAccepted = this.page.waitForResponse((response) =>
			/\/rest\/workflows\/([^/]+\/)?run/.test(response.url()),
		);
		await this.page.getByTestId('node-execute-button').click();
		const answer = await runAccepted;
		assert.ok(answer.ok(), `n8n does not take the run: ${answer.status()}`);
	}

	/** Turns to the output panel's JSON view and waits until it shows `expected`. */
	async outputShows(expected: RegExp): Promise<void> {
		await this.output().getByTestId('radio-button-json').click();
		await this.output().getByTestId('ndv-data-container').filter({ hasText: expected }).waitFor();
	}

	/** What the error panel says to do. */
	async advice(): Promise<string> {
		return await this.output().getByTestId('node-error-description').innerText();
	}

	async close(): Promise<void> {
		const button = '[data-test-id=ndv-close-button], [data-test-id=back-to-canvas]';
		await this.page.locator(button).first().click();
		await this.window().waitFor({ state: 'hidden' });
	}
}

/** Opens a list, and chooses an entry. */
export async function chooseFrom(list: Locator, entry: string | RegExp): Promise<void> {
	await list.click();
	const entries = list.page().locator('.el-select-dropdown__item:visible');
	await entries.filter({ hasText: entry }).first().click();
}

interface Shown {
	innerText: string;
	parentElement: Shown | null;
}

/** The names of entries. A name is on the first line. A description or buttons may be below it. */
export async function firstLines(places: Locator): Promise<string[]> {
	const texts = await places.allInnerTexts();
	return texts.map((text) => (text.trim().split('\n')[0] ?? '').trim());
}
