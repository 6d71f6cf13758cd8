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

	/** What a person reads in it; `on` or `off` for a switch. */
	async shown(): Promise<string> {
		// With nothing in it, it still has a line.
		if (await this.isWritten()) return (await this.written().innerText()).replace(/^\n$/, '');
		if ((await this.switch().count()) > 0) return (await this.switch().isChecked()) ? 'on' : 'off';
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

	/** Clicks a switch. */
	async click(): Promise<void> {
		await this.place().locator('.el-switch').click();
	}

	/** Chooses the first day of the next month in a date field's calendar. `from` is typed into an empty one. */
	async pickNextMonth(from: string): Promise<void> {
		if ((await this.shown()) === '') {
			await this.input().fill(from);
			await this.input().press('Enter');
		}
		await this.input().click();
		const calendar = this.page.locator('.el-picker-panel:visible');
		await calendar.locator('td.next-month').first().click();
		await calendar.getByRole('button', { name: 'OK' }).click();
		await calendar.waitFor({ state: 'hidden' });
	}

	/** Removes it from the form. */
	async remove(): Promise<void> {
		await this.place().hover();
		await this.page.getByTestId(`remove-field-button-${this.id}`).click();
		await this.place().waitFor({ state: 'detached' });
	}

	/** Lists, objects and expressions are written in an editor of their own. */
	private async isWritten(): Promise<boolean> {
		await this.place().waitFor();
		return (await this.written().count()) > 0;
	}

	private written(): Locator {
		return this.place().locator('.cm-content');
	}

	private switch(): Locator {
		return this.place().getByRole('switch');
	}

	private input(): Locator {
		return this.place().locator('input').first();
	}
}
