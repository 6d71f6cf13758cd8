import type { Locator, Page } from 'playwright-core';

import { chooseFrom, firstLines } from './openNode.mts';

/** The window in which a credential is created and changed. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	window(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	/** Opens it from a node that has no credential yet. */
	async create(): Promise<void> {
		const button = this.page.getByTestId('node-credentials-empty-state').getByRole('button');
		const list = this.page.getByTestId('node-credentials-select').locator('input');
		await button.or(list).first().waitFor();
		// n8n 1 shows an empty list.
		if (await button.isVisible()) {
			await button.click();
		} else {
			await list.click();
			await this.page.getByTestId('node-credentials-select-item-new').click();
		}
		// n8n gets the name from its server, and saves no credential without one.
		await this.window().getByTestId('inline-edit-preview').filter({ hasText: /\S/ }).waitFor();
	}

	async rename(name: string): Promise<void> {
		await this.window().getByTestId('inline-edit-preview').click();
		await this.page.keyboard.insertText(name);
		await this.page.keyboard.press('Enter');
	}

	/** Selects one that there is. */
	async select(name: string): Promise<void> {
		await chooseFrom(this.page.getByTestId('node-credentials-select').locator('input'), name);
	}

	/** Chooses an option of a drop-down field. */
	async choose(name: string, option: string): Promise<void> {
		await chooseFrom(this.field(name), option);
	}

	/** The notice and the names of all fields, from top to bottom. */
	async names(): Promise<string[]> {
		return await firstLines(this.window().getByTestId('credential-connection-parameter'));
	}

	/** Pastes text, line breaks and all, as from the clipboard. */
	async paste(name: string, text: string): Promise<void> {
		await this.field(name).click();
		// A one-line field of the browser makes blanks of line breaks, here as on a paste.
		await this.page.keyboard.insertText(text.replace(/\r?\n/g, ' '));
	}

	field(name: string): Locator {
		return this.window().getByTestId(`parameter-input-${name}`).locator('input');
	}

	/** Saves, and goes back to the node once the connection test went well. n8n 2 closes the form itself. */
	async saveAndClose(): Promise<void> {
		await this.window().getByTestId('credential-save-button').click();
		const works = this.window().getByTestId('credentials-config-container-test-success');
		const closed = this.window().waitFor({ state: 'hidden' });
		await Promise.race([works.waitFor(), closed]);
		const close = this.window().getByRole('button', { name: 'Close' });
		if (await this.window().isVisible()) await close.click();
		await closed;
	}
}
