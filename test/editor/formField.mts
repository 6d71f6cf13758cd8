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

	/** What a person reads in it. */
	async shown(): Promise<string> {
		// With nothing in it, it still has a line.
		if (await this.isWritten()) return (await this.written().innerText()).replace(/^\n$/, '');
		return await this.input().inputValue();
	}

	/** Puts other text in the place of what it shows, as it is pasted; no text empties it. */
	async fill(text: string): Promise<void> {
		if (!(await this.isWritten())) return await this.input().fill(text);
		await this.written().click();
		await this.page.keyboard.press('ControlOrMeta+a');
		// Not typed: the editor closes brackets by itself then.
		if (text === '') await this.page.keyboard.press('Delete');
		else await this.page.keyboard.insertText(text);
	}

	/** Expressions are written in an editor of their own. */
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
