import type { Locator, Page } from 'playwright-core';

import { firstLines } from './openNode.mts';

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
		if (!(await button.isVisible())) return await this.createAnother();
		await button.click();
		await this.window().waitFor();
	}

	/** Opens it from a node that has one already. */
	async createAnother(): Promise<void> {
		await this.page.getByTestId('node-credentials-select').locator('input').click();
		await this.page.getByTestId('node-credentials-select-item-new').click();
		// n8n gets the name from its server, and saves no credential without one.
		await this.window().getByTestId('inline-edit-preview').filter({ hasText: /\S/ }).waitFor();
	}

	/** Selects one that there is. */
	async select(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').locator('input').click();
		await this.page.locator('.el-select-dropdown__item:visible').filter({ hasText: name }).click();
	}

	/** Chooses an option of a drop-down field. */
	async choose(name: string, option: string): Promise<void> {
		await this.field(name).click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ hasText: option })
			.click();
	}

	/** Opens the credential that the node uses. */
	async edit(): Promise<void> {
		await this.page.getByTestId('credential-edit-button').click();
		await this.window().waitFor();
	}

	/** The notice and the names of all fields, from top to bottom. */
	async names(): Promise<string[]> {
		return await firstLines(this.window().getByTestId('credential-connection-parameter'));
	}

	async fill(name: string, text: string): Promise<void> {
		await this.field(name).fill(text);
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

	/** Saves; n8n then runs the connection test. */
	async save(): Promise<void> {
		await this.window().getByTestId('credential-save-button').click();
	}

	/** Saves, and goes back to the node once the connection test went well. n8n 2 closes the form itself. */
	async saveAndClose(): Promise<void> {
		await this.save();
		const works = this.window().getByTestId('credentials-config-container-test-success');
		await Promise.race([works.waitFor(), this.closed()]);
		if (await this.window().isVisible()) await this.close();
	}

	/** Waits for n8n's banner of a failed test, with the reason behind "More details". */
	async saysWhyItFailed(why: RegExp): Promise<void> {
		const details = this.window().getByText('More details');
		// n8n 1 saves no credential without a required field, and says so in the corner.
		const reason = this.page.getByText(why);
		await details.or(reason).waitFor();
		// Once unfolded, it stays so for the next tests.
		if (await details.isVisible()) await details.click();
		await reason.waitFor();
	}

	async close(): Promise<void> {
		await this.window().getByRole('button', { name: 'Close' }).click();
		await this.closed();
	}

	async closed(): Promise<void> {
		await this.window().waitFor({ state: 'hidden' });
	}
}
