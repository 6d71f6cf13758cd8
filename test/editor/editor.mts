import { selectors, type Browser, type Locator, type Page } from 'playwright-core';

import { OWNER } from '../../tools/n8n/api.mts';
import { CredentialForm } from './credentialForm.mts';
import { OpenNode } from './openNode.mts';

/** The smallest screen that n8n's editor is used on, and the one that the docs' pictures show. */
const VIEWPORT = { width: 1366, height: 768 };

/** How long anything may take to appear, in ms. It is long, because only a failure waits so long. */
const PATIENCE = 60_000;

selectors.setTestIdAttribute('data-test-id');

/** n8n's editor in a real browser, in the words of a user. */
export class Editor {
	readonly node: OpenNode;

	readonly credential: CredentialForm;

	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.node = new OpenNode(page);
		this.credential = new CredentialForm(page);
	}

	/** Opens the editor and signs in by the form. */
	static async open(browser: Browser, url: string): Promise<Editor> {
		const context = await browser.newContext({
			viewport: VIEWPORT,
			locale: 'en-US',
			colorScheme: 'light',
			reducedMotion: 'reduce',
		});
		const page = await context.newPage();
		page.setDefaultTimeout(PATIENCE);
		await page.goto(`${url}/signin`);
		await page.locator('input[type=email], input[autocomplete=email]').fill(OWNER.email);
		await page.locator('input[type=password]').fill(OWNER.password);
		await page.keyboard.press('Enter');
		await page.waitForURL((address) => !address.pathname.includes('signin'));
		return new Editor(page, url);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.goTo(`/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Waits for the connection by which n8n tells the editor how a run went. What it sends before is lost. */
	private async goTo(path: string): Promise<void> {
		const connected = this.page.waitForEvent('websocket', (socket) =>
			socket.url().includes('/rest/push'),
		);
		await this.page.goto(`${this.url}${path}`);
		await connected;
	}

	/** Saves the workflow. n8n 2 would also save it automatically. */
	async save(): Promise<void> {
		const isSaved = this.page.waitForResponse(
			(response) =>
				/\/rest\/workflows\//.test(response.url()) && response.request().method() === 'PATCH',
		);
		await this.page.keyboard.press('ControlOrMeta+s');
		await isSaved;
	}

	/** Changes the words that are looked for in the node panel. */
	async search(words: string): Promise<void> {
		await this.page.getByTestId('node-creator-search-bar').fill(words);
	}

	/** A node or an action in the node panel, by the whole name that it shows. */
	found(name: string): Locator {
		return this.page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
	}

	async openNode(name: string): Promise<void> {
		const named = this.page.locator(`[data-node-name="${name}"]`);
		await this.page.getByTestId('canvas-node').and(named).dblclick();
		await this.node.window().waitFor();
	}
}
