import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';

import { OWNER } from '../../tools/n8n/api.mts';

/** The smallest screen that n8n's editor is used on. */
const VIEWPORT = { width: 1366, height: 768 };

/** n8n's editor in a real browser, in the words of the person who sits before it. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly url: string,
		private readonly pictures: string,
	) {}

	/** Opens the editor and signs in by the form. Screenshots go to the folder `pictures`. */
	static async open(browser: Browser, url: string, pictures: string): Promise<Editor> {
		await mkdir(pictures, { recursive: true });
		const context = await browser.newContext({ viewport: VIEWPORT });
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		await page.goto(`${url}/signin`);
		await page.locator('input[type=email], input[autocomplete=email]').fill(OWNER.email);
		await page.locator('input[type=password]').fill(OWNER.password);
		await page.keyboard.press('Enter');
		await page.waitForURL((address) => !address.pathname.includes('signin'));
		return new Editor(page, url, pictures);
	}

	byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`);
	}

	async picture(name: string): Promise<void> {
		await this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.byTestId('canvas-plus-button').click();
		await this.search('manual');
		await this.byTestId('node-creator-item-name').first().click();
		await this.byTestId('canvas-trigger-node').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.byTestId('canvas-trigger-node').first().waitFor();
	}

	/** Opens the node panel and types into its search. */
	async findNode(words: string): Promise<Locator> {
		await this.byTestId('node-creator-plus-button').click();
		await this.search(words);
		return this.byTestId('node-creator-item-name');
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.byTestId('ndv').waitFor();
	}

	parameter(name: string): Locator {
		return this.byTestId(`parameter-input-${name}`);
	}

	/** The field that the Start Event's request is pasted into. */
	request(): Locator {
		return this.parameter('startEventRequest').locator('textarea');
	}

	/** A field of the form that the pasted request gives. */
	formField(id: string): Locator {
		return this.page.locator(
			`[data-parameter-path="parameters.contextMapping.value[\\"${id}\\"]"]`,
		);
	}

	/** Whether all parameters are seen without scrolling. */
	async parametersFit(): Promise<boolean> {
		const overflow = await this.byTestId('node-parameters').evaluate(
			(panel) => panel.scrollHeight - panel.clientHeight,
		);
		return overflow <= 0;
	}

	/** Drags a field of the input panel onto a field of the form. */
	async dragInput(name: string, id: string): Promise<void> {
		const input = this.byTestId('ndv-input-panel').locator(
			`[data-target=mappable][data-name="${name}"]`,
		);
		const target = this.formField(id);
		await target.scrollIntoViewIfNeeded();
		const from = await centreOf(input);
		const to = await centreOf(target);
		await this.page.mouse.move(from.x, from.y);
		await this.page.mouse.down();
		await this.page.mouse.move(from.x + 40, from.y + 40, { steps: 5 });
		await this.page.mouse.move(to.x, to.y, { steps: 10 });
		await this.page.mouse.up();
		await target.getByText('{{').waitFor();
	}

	/** Chooses an option of a drop-down parameter by the name that it shows. */
	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).locator('input').first().click();
		await this.page
			.locator('.el-select-dropdown__item:visible, [role=option]:visible')
			.filter({ hasText: option })
			.first()
			.click();
	}

	/** Runs the open node and waits until its output panel shows `expected`. */
	async executeStep(expected: RegExp): Promise<void> {
		await this.byTestId('node-execute-button').click();
		await this.byTestId('output-panel').getByText(expected).first().waitFor();
	}

	/** Turns to the output panel's JSON view and waits until it shows `expected`. */
	async outputShows(expected: RegExp): Promise<void> {
		const panel = this.byTestId('output-panel');
		await panel.locator('[data-test-id="radio-button-json"]').click();
		await panel
			.locator('[data-test-id="ndv-data-container"]')
			.filter({ hasText: expected })
			.waitFor();
	}

	async closeNode(): Promise<void> {
		await this.byTestId('ndv-close-button').click();
		await this.byTestId('ndv').waitFor({ state: 'hidden' });
	}

	private async search(words: string): Promise<void> {
		const field = this.byTestId('node-creator-search-bar');
		await field.waitFor();
		await field.fill(words);
	}
}

async function centreOf(place: Locator): Promise<{ x: number; y: number }> {
	const box = await place.boundingBox();
	if (box === null) throw new Error('It is not on the screen');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
