import type { Locator, Page } from 'playwright-core';

/** A field of the form that a flow's request gives, by whichever control n8n shows it. */
export class FormField {
	constructor(
		private readonly page: Page,
		private readonly id: string,
	) {}

	place(): Locator {
		return this.page.getByTestId(`parameter-input-${this.id}`);
	}

	/** The text that a person reads in it. */
	async shown(): Promise<string> {
		// An empty editor still has a line.
		if (await this.isWritten()) return (await this.written().innerText()).replace(/^\n$/, '');
		return await this.input().inputValue();
	}

	/** Replaces the text of the field by pasting. Empty text empties the field. */
	async fill(text: string): Promise<void> {
		if (!(await this.isWritten())) return await this.input().fill(text);
		await this.written().click();
		await this.page.keyboard.press('ControlOrMeta+a');
		// The text is not typed, because the editor would close its brackets.
		if (text === '') await this.page.keyboard.press('Delete');
		else await this.page.keyboard.insertText(text);
	}

	/** n8n has a separate editor for expressions. */
	private async isWritten(): Promise<boolean> {
		await this.place().waitFor();
		return (await this.written().count()) > 0;
	}

	private written(): Locator {
		return this.place().locator('.cm-content');
	}

	private input(): Locator {
		return this.place().locator('input').first();
	}
}
